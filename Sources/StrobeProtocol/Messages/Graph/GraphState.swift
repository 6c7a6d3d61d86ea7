/// One state of a graph.
public struct GraphState: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "One state of a graph."
    public static let members: Members = [
        .required(
            \.name, "name", "The name of the case; `nil` if an optional is absent or there is nothing at the path."),
        .required(
            \.visits, "visits",
            "How often it was entered from another state; one more for the state that the count begins with."),
        .optional(
            \.initial, "initial", in: .onlyTrue,
            "Present for the initial state of the machine; if there is no machine, for the state that the count "
                + "begins with."),
        .optional(\.current, "current", in: .onlyTrue, "Present for the state that the count ends with."),
        .optional(\.declared, "declared", in: .onlyTrue, "Present if a machine declares it."),
    ]

    /// The name of the case; `nil` if an optional is absent or there is nothing at the path.
    public var name: String
    /// How often it was entered from another state; one more for the state that the count begins with.
    public var visits: Int
    /// Present for the initial state of the machine; if there is no machine, for the state that the count begins with.
    public var initial: Bool?
    /// Present for the state that the count ends with.
    public var current: Bool?
    /// Present if a machine declares it.
    public var declared: Bool?

    /// Makes a state.
    public init(name: String, visits: Int, initial: Bool? = nil, current: Bool? = nil, declared: Bool? = nil) {
        self.name = name
        self.visits = visits
        self.initial = initial
        self.current = current
        self.declared = declared
    }
}
