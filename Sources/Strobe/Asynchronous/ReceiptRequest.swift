/// A caller that waits for the outcome of an action, without keeping its store alive.
///
/// A request is answered exactly once. One that is cancelled before the reduction begins takes its action back.
package final class ReceiptRequest: Sendable {
    /// The answer: what became of the action.
    package typealias Answer = Result<Receipt<Never>, StoreError>

    private enum Progress {
        case waiting
        case reducing
        case answered(Answer)
    }

    private struct Contents {
        var progress = Progress.waiting
        var readers: [CheckedContinuation<Answer, Never>] = []
        /// The store that the action was sent to.
        var owner: ObjectIdentifier?
    }

    private let contents = Protected(Contents())
    private let whenHeld: (@Sendable (Int) -> Void)?

    /// Creates a request, to be sent with one action.
    ///
    /// - Parameter whenHeld: Called with the action's number at the gate if it is held there, before anything becomes
    ///   of it.
    package init(whenHeld: (@Sendable (Int) -> Void)? = nil) {
        self.whenHeld = whenHeld
    }

    /// Waits for the answer; cancelling the task cancels the request.
    ///
    /// - Throws: `StoreError` when the action was not reduced: `cancelled`, `stale`, `ended`, `runawayLoop`, or
    ///   `reentered` where a reducer waits for its own store.
    package func receipt() async throws(StoreError) -> Receipt<Never> {
        let (owner, isWaiting) = contents.withLock { contents in
            if case .waiting = contents.progress { (contents.owner, true) } else { (nil, false) }
        }
        let words = (
            "an action that it sent to its own store",
            "the action was ignored. Return the state that follows, or send the action without waiting for its receipt."
        )
        if isWaiting, let error = ReductionContext.refusalToWait(for: owner, words) { answer(.failure(error)) }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let answer = contents.withLock { contents -> Answer? in
                    if case .answered(let answer) = contents.progress { return answer }
                    contents.readers.append(reader)
                    return nil
                }
                if let answer { reader.resume(returning: answer) }
            }
        } onCancel: {
            cancel()
        }
        return try answer.get()
    }

    /// Stops waiting: the action is withdrawn if its reduction has not begun; a reduction that has begun continues.
    package func cancel() {
        let isReducing = contents.withLock { contents in
            if case .reducing = contents.progress { true } else { false }
        }
        answer(
            .failure(
                isReducing
                    ? StoreError(
                        .cancelled,
                        "The caller stopped waiting while the action was being reduced: look for it in the log.")
                    : .takenBack))
    }

    // MARK: For the store

    func setOwner(_ owner: ObjectIdentifier) {
        contents.withLock { $0.owner = owner }
    }

    /// Reports that the action is held.
    func tellHeld(_ id: Int) {
        whenHeld?(id)
    }

    /// Whether the action was withdrawn, so that it must not be reduced.
    var isTakenBack: Bool {
        contents.withLock { contents in
            if case .answered = contents.progress { true } else { false }
        }
    }

    /// Begins the reduction.
    ///
    /// - Returns: Whether it may: `false` when the action was withdrawn.
    func begin() -> Bool {
        contents.withLock { contents in
            guard case .waiting = contents.progress else { return false }
            contents.progress = .reducing
            return true
        }
    }

    /// Answers, if there was no answer before.
    func answer(_ answer: Answer) {
        let readers = contents.withLock { contents -> [CheckedContinuation<Answer, Never>] in
            if case .answered = contents.progress { return [] }
            contents.progress = .answered(answer)
            defer { contents.readers = [] }
            return contents.readers
        }
        for reader in readers { reader.resume(returning: answer) }
    }
}
