@testable import StrobeServer

/// Holds reducers back until a test lets them through.
final class Suspension: Sendable {
    private struct Contents: Sendable {
        var arrivals = 0
        var isOpen = false
    }

    private let contents = AsyncCondition(Contents())

    /// Waits until the test goes on, cancelled or not.
    func wait() async {
        contents.update { $0.arrivals += 1 }
        await Task { _ = await self.contents.wait { $0.isOpen ? true : nil } }.value
    }

    func end() {
        contents.update { $0.isOpen = true }
    }

    /// Waits until as many reducers are suspended or have been.
    func waitForArrivals(_ count: Int) async {
        _ = await contents.wait { $0.arrivals >= count ? true : nil }
    }
}
