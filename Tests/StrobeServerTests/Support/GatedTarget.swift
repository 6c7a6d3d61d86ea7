import StrobeSystem

@testable import StrobeServer

/// A foreign store whose dispatch waits until it is released; its state is the sum of the actions.
final class GatedTarget: Sendable {
    private struct Contents: Sendable {
        var sum = 0
        var transitions = 0
        var arrivals = 0
        var isOpen = false
    }

    let target = DebugTarget<Int, Int>(id: "gate", state: 0)
    private let contents = AsyncCondition(Contents())

    var id: String { target.id }
    var state: Int { contents.read { $0.sum } }
    var transitions: Int { contents.read { $0.transitions } }

    init() {
        target.onDispatch { [contents, target] action in
            contents.update { $0.arrivals += 1 }
            // A cancelled caller waits on: its action is applied.
            await Task { _ = await contents.wait { $0.isOpen ? true : nil } }.value
            contents.update { contents in
                contents.sum += action
                contents.transitions += 1
                target.report(action, state: contents.sum)
            }
        }
    }

    func open() {
        contents.update { $0.isOpen = true }
    }

    func waitForArrivals(_ count: Int) async {
        _ = await contents.wait { $0.arrivals >= count ? true : nil }
    }
}
