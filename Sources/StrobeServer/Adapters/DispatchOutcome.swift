package import Strobe
internal import Synchronization

/// The outcome of a dispatched action.
package enum DispatchOutcome<Effect: Sendable>: Sendable {
    case reduced(Receipt<Effect>)
    /// The gate holds it, under this id.
    case held(Int)
    /// The store was called, but does not say which transition resulted.
    case unknown
}

/// Waits for the first of several possible outcomes of an action.
final class OutcomePromise<Effect: Sendable>: Sendable {
    typealias Answer = Result<DispatchOutcome<Effect>, StoreError>

    private enum Progress {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    private let progress = Mutex(Progress.open)

    /// Answers, unless it was answered before.
    func answer(_ answer: Answer) {
        let reader = progress.withLock { progress -> CheckedContinuation<Answer, Never>? in
            if case .answered = progress { return nil }
            defer { progress = .answered(answer) }
            if case .waiting(let reader) = progress { return reader }
            return nil
        }
        reader?.resume(returning: answer)
    }

    /// Waits for the answer; call it once.
    func performed() async throws -> DispatchOutcome<Effect> {
        let answer = await withCheckedContinuation { reader in
            let answer = progress.withLock { progress -> Answer? in
                if case .answered(let answer) = progress { return answer }
                progress = .waiting(reader)
                return nil
            }
            if let answer { reader.resume(returning: answer) }
        }
        return try answer.get()
    }
}
