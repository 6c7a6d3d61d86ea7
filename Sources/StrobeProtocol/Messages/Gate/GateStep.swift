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
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("count", "integer", "How many, from 1; default: 1."),
    ]
    public static let results = GateDescription.members

    /// The store; optional if there is only one.
    public var store: String?
    /// How many, from 1; default: 1.
    public var count: Int?

    /// Makes the message.
    public init(store: String? = nil, count: Int? = nil) {
        self.store = store
        self.count = count
    }

    public func check() throws(ProtocolError) {
        try require("count", count, in: 1...)
    }
}
