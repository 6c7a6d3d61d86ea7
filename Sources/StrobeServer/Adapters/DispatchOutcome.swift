package import Strobe
internal import StrobeSystem

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

    private let answer = AsyncCondition<Answer?>(nil)

    /// Answers, unless it was answered before.
    func answer(_ answer: Answer) {
        self.answer.update { $0 = $0 ?? answer }
    }

    /// Waits for the answer, whether the task is cancelled or not.
    func performed() async throws -> DispatchOutcome<Effect> {
        try await answer.wait(isCancellable: false) { $0 }?.get() ?? .unknown
    }
}
