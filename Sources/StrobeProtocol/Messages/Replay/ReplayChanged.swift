/// Tells every session that a replay into a store began or ended.
public struct ReplayChanged: ProtocolNotification, Hashable {
    public static let method = "replay/changed"
    public static let summary = "A replay into a store began or ended."
    public static let parameters: [MethodDescription.Member] = [
        .required("store", "string", "The store."),
        .required("seq", "integer", "The seq that the store stands at."),
        .optional("replaying", "ReplayDescription", "The replay that is in force now; absent where none is."),
    ]

    /// The store.
    public var store: String
    /// The seq that the store stands at.
    public var seq: Int
    /// The replay that is in force now; absent where none is.
    public var replaying: ReplayDescription?

    /// Makes the message.
    public init(store: String, seq: Int, replaying: ReplayDescription?) {
        self.store = store
        self.seq = seq
        self.replaying = replaying
    }
}
