/// A replay into a store began or ended.
public struct ReplayChanged: ProtocolNotification, Hashable {
    public static let method = "replay/changed"
    public static let summary = "A replay into a store began or ended."
    public static let members: Members = [
        .required(\.store, "store", "The store."),
        .required(\.seq, "seq", "The current seq of the store."),
        .optional(\.replaying, "replaying", "The replay now under way; absent if none is."),
    ]

    /// The store.
    public var store: String
    /// The current seq of the store.
    public var seq: Int
    /// The replay now under way; absent if none is.
    public var replaying: ReplayDescription?

    /// Makes the message.
    public init(store: String, seq: Int, replaying: ReplayDescription?) {
        self.store = store
        self.seq = seq
        self.replaying = replaying
    }
}
