/// One state of a graph: a case of an enum.
public struct GraphState: Codable, Sendable, Hashable {
    /// The name of the case; `nil` if the optional is `nil` or there is nothing at the path.
    public var name: String
    /// How often it was entered from another state; one more for the state that the count begins with.
    public var visits: Int
    /// True for the initial state of the machine; if there is no machine, for the state that the count begins with.
    public var initial: Bool?
    /// True for the state that the count ends with.
    public var current: Bool?
    /// True if a machine declares it.
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
