internal import Dispatch

public protocol WorkflowObserver {
    func sessionDidBegin(_ session: WorkflowSession)
    func sessionDidEnd(_ session: WorkflowSession)
    func workflowDidMakeInitialState<WorkflowType: Workflow>(
        _ workflow: WorkflowType, initialState: WorkflowType.State, session: WorkflowSession)
    func workflowWillRender<WorkflowType: Workflow>(
        _ workflow: WorkflowType, state: WorkflowType.State, session: WorkflowSession
    ) -> ((WorkflowType.Rendering) -> Void)?
    func workflowDidChange<WorkflowType: Workflow>(
        from oldWorkflow: WorkflowType, to newWorkflow: WorkflowType, state: WorkflowType.State,
        session: WorkflowSession)
    func workflowWillApplyAction<Action: WorkflowAction>(
        _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State, session: WorkflowSession
    ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)?
}

extension WorkflowObserver {
    public func sessionDidBegin(_ session: WorkflowSession) {}
    public func sessionDidEnd(_ session: WorkflowSession) {}
    public func workflowDidMakeInitialState<WorkflowType: Workflow>(
        _ workflow: WorkflowType, initialState: WorkflowType.State, session: WorkflowSession
    ) {}
    public func workflowWillRender<WorkflowType: Workflow>(
        _ workflow: WorkflowType, state: WorkflowType.State, session: WorkflowSession
    ) -> ((WorkflowType.Rendering) -> Void)? { nil }
    public func workflowDidChange<WorkflowType: Workflow>(
        from oldWorkflow: WorkflowType, to newWorkflow: WorkflowType, state: WorkflowType.State,
        session: WorkflowSession
    ) {}
    public func workflowWillApplyAction<Action: WorkflowAction>(
        _ action: Action, workflow: Action.WorkflowType, state: Action.WorkflowType.State, session: WorkflowSession
    ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)? { nil }
}

/// The life of one workflow in its tree.
public struct WorkflowSession {
    public struct Identifier: Hashable {
        private final class Unique {}
        private let unique = Unique()

        public static func == (one: Identifier, other: Identifier) -> Bool { one.unique === other.unique }

        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(unique)) }
    }

    public let workflowType: Any.Type
    public let renderKey: String
    public let sessionID = Identifier()
}

public final class WorkflowHost<WorkflowType: Workflow> {
    private let root: Node<WorkflowType>

    public init(workflow: WorkflowType, observers: [any WorkflowObserver] = []) {
        root = Node(workflow, key: "", observers: observers, onChange: {}, onOutput: { _ in })
        _ = root.render()
        // A change anywhere in the tree renders all of it.
        root.onChange = { [unowned root] in _ = root.render() }
    }

    public func update(workflow: WorkflowType) {
        root.update(workflow)
        _ = root.render()
    }
}

/// A workflow with its state, and the children that it rendered last.
final class Node<WorkflowType: Workflow> {
    var onChange: () -> Void
    private let onOutput: (WorkflowType.Output) -> Void
    private let observers: [any WorkflowObserver]
    private let session: WorkflowSession
    private var workflow: WorkflowType
    private var state: WorkflowType.State
    private var children: [String: AnyObject] = [:]
    private var rendered: [String: AnyObject] = [:]

    init(
        _ workflow: WorkflowType, key: String, observers: [any WorkflowObserver], onChange: @escaping () -> Void,
        onOutput: @escaping (WorkflowType.Output) -> Void
    ) {
        (self.workflow, self.observers, self.onChange, self.onOutput) = (workflow, observers, onChange, onOutput)
        session = WorkflowSession(workflowType: WorkflowType.self, renderKey: key)
        for observer in observers { observer.sessionDidBegin(session) }
        state = workflow.makeInitialState()
        for observer in observers {
            observer.workflowDidMakeInitialState(workflow, initialState: state, session: session)
        }
    }

    deinit { for observer in observers { observer.sessionDidEnd(session) } }

    func render() -> WorkflowType.Rendering {
        let tell = observers.compactMap { $0.workflowWillRender(workflow, state: state, session: session) }
        rendered = [:]
        let rendering = workflow.render(state: state, context: RenderContext(self))
        (children, rendered) = (rendered, [:])
        for tell in tell.reversed() { tell(rendering) }
        return rendering
    }

    func child<Child: Workflow>(
        _ workflow: Child, key: String, onOutput: @escaping (Child.Output) -> Void
    ) -> Node<Child> {
        let name = "\(Child.self) \(key)"
        let node: Node<Child>
        if let known = children[name] as? Node<Child> {
            node = known
            node.update(workflow)
        } else {
            node = Node<Child>(
                workflow, key: key, observers: observers, onChange: { [weak self] in self?.onChange() },
                onOutput: onOutput)
        }
        rendered[name] = node
        return node
    }

    func update(_ workflow: WorkflowType) {
        let old = self.workflow
        workflow.workflowDidChange(from: old, state: &state)
        self.workflow = workflow
        for observer in observers {
            observer.workflowDidChange(from: old, to: workflow, state: state, session: session)
        }
    }

    /// An action from outside, on the main queue; the tree is rendered once it and what follows from it are applied.
    func receive<Action: WorkflowAction>(_ action: Action) where Action.WorkflowType == WorkflowType {
        dispatchPrecondition(condition: .onQueue(.main))
        apply(action)
        onChange()
    }

    func apply<Action: WorkflowAction>(_ action: Action) where Action.WorkflowType == WorkflowType {
        let tell = observers.compactMap {
            $0.workflowWillApplyAction(action, workflow: workflow, state: state, session: session)
        }
        let output = action.apply(toState: &state, context: ApplyContext(workflow: workflow))
        for tell in tell.reversed() { tell(state, output) }
        if let output { onOutput(output) }
    }
}
