import StrobeSystem

@testable import StrobeServer

/// Suspends reducers until a test releases them.
final class Suspension: Sendable {
    private struct Contents: Sendable {
        var arrivals = 0
        var isOpen = false
    }

    private let contents = AsyncCondition(Contents())

    /// Waits until the test continues, even if cancelled.
    func wait() async {
        contents.update { $0.arrivals += 1 }
        await Task { _ = await self.contents.wait { $0.isOpen ? true : nil } }.value
    }

    func end() {
        contents.update { $0.isOpen = true }
    }

    /// Waits until a number of reducers are or were suspended.
    func waitForArrivals(_ count: Int) async {
        _ = await contents.wait { $0.arrivals >= count ? true : nil }
    }
}
