/// The end of a reduction, as the store underneath an asynchronous one takes it in: to reduce it is to put its state in
/// place.
struct ReductionResult<State: Sendable, Action: Sendable>: Sendable {
    let action: Action
    /// The state after the action; `nil` if it stays as it is.
    let state: State?
    /// Why the action was rejected, if it was.
    let rejection: String?
    let timing: Timing
    /// The action that was dispatched, in words, if another replaced it.
    let editedFrom: String?
}

/// Passes what the store underneath reports of results to an observer of actions.
///
/// `@unchecked Sendable`, as a subclass has to repeat: its only property is constant and `Sendable`.
final class ReductionObserver<State: Sendable, Action: Sendable>:
    StoreObserver<State, ReductionResult<State, Action>, Never>, @unchecked Sendable
{
    let observer: StoreObserver<State, Action, Never>

    init(_ observer: StoreObserver<State, Action, Never>) {
        self.observer = observer
    }

    override func didReduce(
        _ result: ReductionResult<State, Action>, effects: [Never], info: TransitionInfo, state: () -> State
    ) {
        let info = TransitionInfo(
            seq: info.seq, origin: info.origin, cause: info.cause, source: info.source, timing: result.timing,
            editedFrom: result.editedFrom)
        if let reason = result.rejection {
            observer.didReject(result.action, reason: reason, info: info, state: state)
        } else {
            observer.didReduce(result.action, effects: [], info: info, state: state)
        }
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
        observer.didRestore(state, note: note, info: info)
    }

    override func didUninstall() {
        observer.didUninstall()
    }
}
