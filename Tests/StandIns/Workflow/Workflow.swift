// A stand-in for Workflow, which does not build where these tests run: the shapes that its adapter touches, and what is done
// behind them, in words of our own. The library checks no concurrency, and neither does this.

public protocol Workflow<Rendering, Output> {
    associatedtype State
    associatedtype Output = Never
    associatedtype Rendering

    func makeInitialState() -> State
    func workflowDidChange(from previousWorkflow: Self, state: inout State)
    func render(state: State, context: RenderContext<Self>) -> Rendering
}

extension Workflow {
    public func workflowDidChange(from previousWorkflow: Self, state: inout State) {}

    /// Renders a child, which begins when it is rendered first, and ends when it is not rendered any more.
    public func rendered<Parent, Action: WorkflowAction>(
        in context: RenderContext<Parent>, key: String = "", outputMap: @escaping (Output) -> Action
    ) -> Rendering where Action.WorkflowType == Parent {
        context.node.child(self, key: key) { [node = context.node] in node.apply(outputMap($0)) }.render()
    }
}

public protocol WorkflowAction<WorkflowType> {
    associatedtype WorkflowType: Workflow

    func apply(
        toState state: inout WorkflowType.State, context: ApplyContext<WorkflowType>
    ) -> WorkflowType.Output?
}

public struct AnyWorkflowAction<WorkflowType: Workflow>: WorkflowAction {
    public let base: Any
    private let action: (inout WorkflowType.State, ApplyContext<WorkflowType>) -> WorkflowType.Output?

    public init<Action: WorkflowAction>(_ base: Action) where Action.WorkflowType == WorkflowType {
        if let base = base as? AnyWorkflowAction { self = base } else { (self.base, action) = (base, base.apply) }
    }

    public init(
        _ apply: @escaping (inout WorkflowType.State, ApplyContext<WorkflowType>) -> WorkflowType.Output?,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        base = ClosureAction<WorkflowType>(_apply: apply, fileID: fileID, line: line)
        action = apply
    }

    public func apply(
        toState state: inout WorkflowType.State, context: ApplyContext<WorkflowType>
    ) -> WorkflowType.Output? {
        action(&state, context)
    }
}

struct ClosureAction<WorkflowType: Workflow>: WorkflowAction {
    let _apply: (inout WorkflowType.State, ApplyContext<WorkflowType>) -> WorkflowType.Output?
    let fileID: StaticString
    let line: UInt

    func apply(
        toState state: inout WorkflowType.State, context: ApplyContext<WorkflowType>
    ) -> WorkflowType.Output? {
        _apply(&state, context)
    }
}

/// Only the library makes one.
public struct ApplyContext<WorkflowType: Workflow> {
    let workflow: WorkflowType

    public subscript<Value>(workflowValue keyPath: KeyPath<WorkflowType, Value>) -> Value { workflow[keyPath: keyPath] }
}

public struct Sink<Value> {
    private let onValue: (Value) -> Void

    public init(_ onValue: @escaping (Value) -> Void) { self.onValue = onValue }

    public func send(_ value: Value) { onValue(value) }
}

public class RenderContext<WorkflowType: Workflow> {
    let node: Node<WorkflowType>

    init(_ node: Node<WorkflowType>) { self.node = node }

    public func makeSink<Action: WorkflowAction>(of actionType: Action.Type) -> Sink<Action>
    where Action.WorkflowType == WorkflowType {
        Sink { [weak node] in node?.receive($0) }
    }
}
