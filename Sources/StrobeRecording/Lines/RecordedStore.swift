public import StrobeTree

/// A store as a recording begins with it: what it is, and its state at some number.
///
///     let store = RecordedStore(
///         id: "cart", name: "cart", kind: "foreign", stateType: "Cart", actionType: "Action", seq: 0,
///         state: ["total": 0], replay: false)
public struct RecordedStore: Sendable, Hashable {
    /// The id, unique in its recording.
    public var id: String
    /// The name for people.
    public var name: String
    /// The kind of store: `reducer`, `machine`, `async` or `foreign`, as the protocol has it.
    public var kind: String
    /// The type of the state.
    public var stateType: String
    /// The type of the actions.
    public var actionType: String
    /// The number of the transition after which the state is `state`; 0 for the initial state.
    public var seq: Int
    /// The state; absent where it is unknown, or cannot be expressed.
    public var state: Value?
    /// The shape of the state.
    public var stateSchema: Schema?
    /// The shape of the actions.
    public var actionSchema: Schema?
    /// What a machine declares of its states and transitions.
    public var declaration: Value?
    /// Whether its past states followed from its actions by a pure reducer.
    public var replay: Bool
    /// The rules that hid values of it, if they differ from those of the header.
    public var redaction: [String]?
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - id: The id, unique in its recording.
    ///   - seq: The number of the transition after which the state is `state`, from 0.
    public init(
        id: String, name: String, kind: String, stateType: String, actionType: String, seq: Int, state: Value?,
        stateSchema: Schema? = nil, actionSchema: Schema? = nil, declaration: Value? = nil, replay: Bool,
        redaction: [String]? = nil, extra: Value.Object = [:]
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.stateType = stateType
        self.actionType = actionType
        self.seq = seq
        self.state = state
        self.stateSchema = stateSchema
        self.actionSchema = actionSchema
        self.declaration = declaration
        self.replay = replay
        self.redaction = redaction
        self.extra = extra
    }
}

extension RecordedStore {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        id = try members.string("id")
        name = try members.optionalString("name") ?? id
        kind = try members.optionalString("kind") ?? "foreign"
        stateType = try members.optionalString("stateType") ?? ""
        actionType = try members.optionalString("actionType") ?? ""
        seq = try members.int("seq")
        state = members.value("state")
        stateSchema = members.schema("stateSchema")
        actionSchema = members.schema("actionSchema")
        declaration = members.value("declaration")
        replay = try members.optionalBool("replay") ?? false
        if var rules = try members.optionalObject("redaction") { redaction = try rules.strings("rules") }
        extra = members.rest
    }

    func write(to line: inout JSONLine) {
        line.open()
        line.member("id", id)
        line.member("name", name)
        line.member("kind", kind)
        line.member("stateType", stateType)
        line.member("actionType", actionType)
        line.member("seq", seq)
        line.member("replay", replay)
        line.member("state", state)
        line.member("stateSchema", stateSchema)
        line.member("actionSchema", actionSchema)
        line.member("declaration", declaration)
        if let redaction {
            line.object("redaction") { $0.member("rules", Value.array(redaction.map(Value.string))) }
        }
        line.members(extra)
        line.close()
    }
}

extension JSONLine {
    fileprivate mutating func member(_ key: StaticString, _ schema: Schema?) {
        // A schema has nothing that could not be encoded; without one a recording is still whole.
        guard let schema, let value = try? MessageEncoder().encode(schema) else { return }
        member(key, value)
    }
}
