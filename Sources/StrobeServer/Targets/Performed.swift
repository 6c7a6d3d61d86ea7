internal import Strobe
internal import Synchronization

/// What became of an action that was dispatched.
enum Performed<Effect: Sendable>: Sendable {
    case reduced(Receipt<Effect>)
    /// The gate holds it, under this id.
    case held(Int)
}

/// Somebody who waits for the first of several things that may become of an action.
final class PerformedReader<Effect: Sendable>: Sendable {
    typealias Answer = Result<Performed<Effect>, StoreError>

    private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

    init(_ continuation: CheckedContinuation<Answer, Never>) {
        self.continuation = Mutex(continuation)
    }

    /// Answers, if nobody has before.
    func answer(_ answer: Answer) {
        continuation.withLock { $0.take() }?.resume(returning: answer)
    }
}
