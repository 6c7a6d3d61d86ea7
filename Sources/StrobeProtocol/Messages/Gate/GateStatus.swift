/// Returns the status of a store's gate, and the actions that it holds.
public struct GateStatus: Request {
    public typealias Result = GateDescription
    public static let method = "gate/status"
    public static let summary = "Returns the status of a store's gate, and the actions that it holds."
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
