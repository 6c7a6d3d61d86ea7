/// Holds every action from now on before it is reduced.
///
/// Its dispatcher does not wait.
public struct GatePause: Request {
    public typealias Result = GateDescription
    public static let method = "gate/pause"
    public static let summary = "Holds every action from now on before it is reduced."
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
