/// One edge of a graph.
public struct GraphTransition: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "One edge of a graph."
    public static let members: Members = [
        .required(\.from, "from", "The state it leads from."),
        .required(\.action, "action", "The name of the action."),
        .required(\.to, "to", "The state it leads to; it may be the same."),
        .optional(\.guardName, "guard", "The name of the condition under which the machine takes it."),
        .required(\.count, "count", "How often it was taken."),
        .optional(
            \.declared, "declared", in: .onlyTrue,
            "Present if a machine declares it; declared transitions are listed even with a count of 0."),
    ]

    /// The state it leads from.
    public var from: String
    /// The name of the action.
    public var action: String
    /// The state it leads to; it may be the same.
    public var to: String
    /// The name of the condition under which the machine takes it.
    public var guardName: String?
    /// How often it was taken.
    public var count: Int
    /// Present if a machine declares it; declared transitions are listed even with a count of 0.
    public var declared: Bool?

    private enum CodingKeys: String, CodingKey {
        case from, action, to
        case guardName = "guard"
        case count, declared
    }

    /// Makes a transition.
    public init(
        from: String, action: String, to: String, guardName: String? = nil, count: Int, declared: Bool? = nil
    ) {
        self.from = from
        self.action = action
        self.to = to
        self.guardName = guardName
        self.count = count
        self.declared = declared
    }
}
