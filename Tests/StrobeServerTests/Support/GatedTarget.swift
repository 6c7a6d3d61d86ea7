import Synchronization

@testable import StrobeServer

/// A foreign store whose dispatch waits until it is released; its state is the sum of the actions.
final class GatedTarget: DebugTarget {
    private struct Contents: Sendable {
        var sum = 0
        var transitions = 0
        var arrivals = 0
        var isOpen = false
        var tell: (@Sendable (Int?, Int) -> Void)?
    }

    let id = "gate"
    private let contents = AsyncCondition(Contents())

    var state: Int { contents.read { $0.sum } }
    var transitions: Int { contents.read { $0.transitions } }

    func dispatch(_ action: Int) async throws {
        contents.update { $0.arrivals += 1 }
        // A cancelled caller waits on: its action is applied.
        await Task { _ = await self.contents.wait { $0.isOpen ? true : nil } }.value
        contents.update { contents in
            contents.sum += action
            contents.transitions += 1
            contents.tell?(action, contents.sum)
        }
    }

    func observe(_ tell: @escaping @Sendable (Int?, Int) -> Void) -> Int {
        contents.update { contents in
            contents.tell = tell
            return contents.sum
        }
    }

    func open() {
        contents.update { $0.isOpen = true }
    }

    func waitForArrivals(_ count: Int) async {
        _ = await contents.wait { $0.arrivals >= count ? true : nil }
    }
}
