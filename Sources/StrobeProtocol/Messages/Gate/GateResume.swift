/// Opens the gate: everything held is reduced, up to the next breakpoint.
public struct GateResume: Request {
    public typealias Result = GateDescription
    public static let method = "gate/resume"
    public static let summary = "Opens the gate: everything held is reduced, up to the next breakpoint."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }
}
