/// Lets some actions through a paused gate, those that are still to come included.
///
/// The first one is let through whatever breakpoints say, those that follow unless a breakpoint holds them. A gate that is
/// open is paused.
public struct GateStep: Request {
    public typealias Result = GateDescription
    public static let method = "gate/step"
    public static let summary = "Lets some actions through a paused gate, those that are still to come included."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("count", "integer", "How many, from 1; one without."),
    ]
    public static let results = GateDescription.members

    /// The store; optional if there is only one.
    public var store: String?
    /// How many, from 1; one without.
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
