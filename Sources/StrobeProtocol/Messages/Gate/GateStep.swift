/// Lets some actions through a paused gate, including future ones.
///
/// The first passes regardless of breakpoints, the others unless a breakpoint holds them. If the gate is open, it
/// pauses.
public struct GateStep: Request {
    public typealias Result = GateDescription
    public static let method = "gate/step"
    public static let summary = "Lets some actions through a paused gate, including future ones."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    /// How many actions if nothing is said.
    public static let defaultCount = 1
    public static let members: Members = [
        .store(\.store),
        .optional(\.count, "count", in: .from(1), default: defaultCount, "The number of actions, from 1."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The number of actions, from 1; default: 1.
    public var count: Int?

    /// Makes the message.
    public init(store: String? = nil, count: Int? = nil) {
        self.store = store
        self.count = count
    }

    public func check() throws(ProtocolError) {
    }
}
