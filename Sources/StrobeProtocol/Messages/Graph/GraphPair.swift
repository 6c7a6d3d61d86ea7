/// Counts of what an action did in a state.
public struct GraphPair: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "Counts of what an action did in a state."
    public static let members: Members = [
        .required(\.action, "action", "The name of the action."),
        .required(\.state, "state", "The state in which it ran."),
        .required(\.changed, "changed", "How often it changed the value at the path, or returned effects."),
        .required(\.ignored, "ignored", "How often it did neither, without being rejected."),
        .required(\.rejected, "rejected", "How often the store rejected it."),
    ]

    /// The name of the action.
    public var action: String
    /// The state in which it ran.
    public var state: String
    /// How often it changed the value at the path, or returned effects.
    public var changed: Int
    /// How often it did neither, without being rejected.
    public var ignored: Int
    /// How often the store rejected it.
    public var rejected: Int

    /// Makes a pair.
    public init(action: String, state: String, changed: Int, ignored: Int, rejected: Int) {
        self.action = action
        self.state = state
        self.changed = changed
        self.ignored = ignored
        self.rejected = rejected
    }
}

/// An action and a state in which it never ran.
public struct GraphCell: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "An action and a state in which it never ran."
    public static let members: Members = [
        .required(\.action, "action", "The name of the action."),
        .required(\.state, "state", "The name of the state."),
    ]

    /// The name of the action.
    public var action: String
    /// The name of the state.
    public var state: String

    /// Makes a cell.
    public init(action: String, state: String) {
        self.action = action
        self.state = state
    }
}
