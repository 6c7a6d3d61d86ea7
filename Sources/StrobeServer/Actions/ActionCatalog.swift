internal import StrobeReflection
internal import StrobeTree

/// The actions that clients may dispatch, by name, for a store whose actions are not `Codable`.
///
///     enum Edit: Sendable { case undo, title(String), run(@Sendable () -> Void) }
///     let catalog = ActionCatalog<Edit> { catalog in
///         catalog.add("undo") { .undo }
///         catalog.add("title", String.self) { .title($0) }
///     }
///
/// Clients send `"undo"` and `{"title": "Tea"}`, or `.title("Tea")` at the prompt. Where the name is that of the case of
/// an enum, what the program itself dispatches is logged in the same form, so that a recording can be replayed.
public struct ActionCatalog<Action: Sendable>: Sendable {
    /// One action, or those of one kind.
    struct Entry: Sendable {
        let type: ActionType
        /// Makes the action of a payload.
        let make: @Sendable (Any) -> Action?
        /// The payload that an action has, if it is one of these.
        let payload: @Sendable (Any) -> (any Codable & Sendable)?
    }

    private(set) var entries: [Entry] = []

    /// Creates a catalog.
    ///
    /// - Parameter build: Adds the actions, in the order in which they are listed.
    public init(_ build: (inout ActionCatalog) -> Void = { _ in }) {
        build(&self)
    }

    /// Adds an action without a payload; one of the same name is replaced.
    ///
    /// - Parameters:
    ///   - name: What clients call it.
    ///   - make: Returns the action.
    public mutating func add(_ name: String, _ make: @escaping @Sendable () -> Action) {
        add(Entry(type: ActionType(named: name), make: { _ in make() }, payload: { _ in nil }))
    }

    /// Adds actions with a payload; those of the same name are replaced.
    ///
    /// - Parameters:
    ///   - name: What clients call them.
    ///   - payload: The type of the payload. The members of a struct are written like those of a case: `move(x: 1, y: 2)`.
    ///   - make: Returns the action of a payload.
    public mutating func add<Payload: Codable & Sendable>(
        _ name: String, _ payload: Payload.Type, _ make: @escaping @Sendable (Payload) -> Action
    ) {
        add(
            Entry(
                type: ActionType(payload, name: name), make: { ($0 as? Payload).map(make) },
                payload: { $0 as? Payload }))
    }

    private mutating func add(_ entry: Entry) {
        entries.removeAll { $0.type.choice.name == entry.type.choice.name }
        entries.append(entry)
    }

    /// The form of these actions.
    var form: any ActionForm<Action> { RegisteredActions([], catalog: self) }
}
