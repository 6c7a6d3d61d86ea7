import StrobeServer
@preconcurrency import Workflow

/// An action that restores a state.
private struct Restored<W: Workflow>: WorkflowAction {
    let state: W.State

    func apply(toState state: inout W.State, context: ApplyContext<W>) -> W.Output? {
        state = self.state
        return nil
    }
}

/// Shows the workflow of one type, rendered with one key, to a debug server.
struct WorkflowTarget<Shown: Workflow & SendableMetatype>: WorkflowObserver
where Shown.State: Sendable & Equatable, Shown.Output: Sendable {
    let target: DebugTarget<Shown.State, any WorkflowAction<Shown>>
    var key = ""
    /// Where a rendering takes actions, if it does.
    var sink: (Shown.Rendering) -> Sink<AnyWorkflowAction<Shown>>? = { _ in nil }

    func workflowWillApplyAction<A: WorkflowAction>(
        _ action: A, workflow: A.WorkflowType, state: A.WorkflowType.State, session: WorkflowSession
    ) -> ((A.WorkflowType.State, A.WorkflowType.Output?) -> Void)? {
        let action = (action as? AnyWorkflowAction<Shown>)?.base ?? action
        return { state, output in report(action, state, session, output as? Shown.Output) }
    }
    func workflowWillRender<W: Workflow>(
        _ workflow: W, state: W.State, session: WorkflowSession
    ) -> ((W.Rendering) -> Void)? {
        // It is new, or its parent changed it.
        report(nil, state, session)
        guard session.workflowType == Shown.self, session.renderKey == key else { return nil }
        return { rendering in
            guard let sink = (rendering as? Shown.Rendering).flatMap(sink) else { return }
            target.onDispatch { action in await MainActor.run { sink.send(AnyWorkflowAction(action)) } }
            target.onRestore { @MainActor state in sink.send(AnyWorkflowAction(Restored(state: state))) }
        }
    }
    private func report(_ action: Any?, _ new: Any, _ session: WorkflowSession, _ output: Shown.Output? = nil) {
        guard session.workflowType == Shown.self, session.renderKey == key, let new = new as? Shown.State,
            action != nil || new != target.state
        else { return }
        let action = action is Restored<Shown> ? nil : action as? any WorkflowAction<Shown>
        target.report(action, state: new, effects: output.map { [$0] } ?? [])
    }
}
