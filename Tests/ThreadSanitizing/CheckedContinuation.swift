internal import Synchronization

// ThreadSanitizer learns from the runtime what resumes a continuation while its task is waiting, but not what does so
// before: data that the one has written and the other reads is then reported as a race. In a build for ThreadSanitizer
// each target gets a copy of this file, whose declarations go before those of the standard library that have the same
// signatures.

/// From the resuming task to the waiting one.
private final class Handover: Sendable {
    private let count = Atomic<Int>(0)

    func give() { count.add(1, ordering: .releasing) }
    func take() { _ = count.load(ordering: .acquiring) }

    // A continuation has no place of its own for one. With few of them, threads that have nothing to do with each other would
    // seem to wait for each other, and races between them go unseen.
    private static let all = (0..<4_096).map { _ in Handover() }

    static func of<Success, Failure>(_ continuation: CheckedContinuation<Success, Failure>) -> Handover {
        // It is a reference to an object that lives until both are done.
        all[Int(unsafeBitCast(continuation, to: UInt.self) / 16 % UInt(all.count))]
    }
}

extension CheckedContinuation {
    func resume(returning value: sending T) {
        Handover.of(self).give()
        resume(with: .success(value))
    }

    func resume(throwing error: __owned E) {
        Handover.of(self).give()
        resume(with: .failure(error))
    }

    func resume() where T == Void { resume(returning: ()) }
}

func withCheckedContinuation<T>(
    isolation: isolated (any Actor)? = #isolation, function: String = #function,
    _ body: (CheckedContinuation<T, Never>) -> Void
) async -> sending T {
    var handover: Handover?
    defer { handover?.take() }
    return await _Concurrency.withCheckedContinuation(isolation: isolation, function: function) {
        handover = Handover.of($0)
        body($0)
    }
}

func withCheckedThrowingContinuation<T>(
    isolation: isolated (any Actor)? = #isolation, function: String = #function,
    _ body: (CheckedContinuation<T, any Error>) -> Void
) async throws -> sending T {
    var handover: Handover?
    defer { handover?.take() }
    return try await _Concurrency.withCheckedThrowingContinuation(isolation: isolation, function: function) {
        handover = Handover.of($0)
        body($0)
    }
}
