/// Restores the first state that the history has, as a new entry; effects do not run.
public struct HistoryReset: Request {
    public typealias Result = StateReplacement

    public static let method = "history/reset"
    public static let summary = "Restores the first state that the history has, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .jump
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
