import StrobeSystem
import Synchronization

@testable import StrobeServer

/// A clock that moves only when it is advanced.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Swift.Duration = .zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let state = AsyncCondition((now: Instant(), sleepers: 0))

    var now: Instant { state.read { $0.now } }
    var minimumResolution: Swift.Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        state.update { $0.sleepers += 1 }
        defer { state.update { $0.sleepers -= 1 } }
        guard await state.wait({ $0.now >= deadline ? true : nil }) != nil else { throw CancellationError() }
    }

    func advance(by duration: Swift.Duration) {
        state.update { $0.now = $0.now.advanced(by: duration) }
    }

    /// Waits until there is a sleeper.
    func waitForSleeper() async {
        _ = await state.wait { $0.sleepers > 0 ? true : nil }
    }

    /// Advances by a duration whenever there is a sleeper, until a closure returns.
    func passing<Result: Sendable>(
        _ duration: Swift.Duration, until body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let passing = Task {
            while !Task.isCancelled {
                await waitForSleeper()
                advance(by: duration)
                await Task.yield()
            }
        }
        defer { passing.cancel() }
        return try await within { try await body() }
    }
}
