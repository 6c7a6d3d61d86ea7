/// Holds every action from now on before it is reduced; its dispatcher does not wait.
public struct GatePause: Request {
    public typealias Result = GateDescription
    public static let method = "gate/pause"
    public static let summary = "Holds every action from now on before it is reduced."
    public static let access = Access.control
    public static let capability: StoreCapability? = .gate
    public static let parameters: [MethodDescription.Member] = [
        .store
    ]
    public static let results = GateDescription.members

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }
}
