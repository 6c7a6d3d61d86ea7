internal import Synchronization

// ThreadSanitizer learns from the runtime what resumes a waiting continuation, but not what resumes it before it waits:
// data written by one and read by the other is then reported as a race. In a build for ThreadSanitizer each target gets
// a copy of this file, whose declarations take precedence over those of the standard library with the same signatures.

/// Synchronises the resuming task with the waiting one.
private final class Handover: Sendable {
    private let count = Atomic<Int>(0)

    func give() { count.add(1, ordering: .releasing) }
    func take() { _ = count.load(ordering: .acquiring) }

    // A continuation cannot store one. With few of them, unrelated threads would seem to be synchronised, and races
    // between them would go unnoticed.
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
