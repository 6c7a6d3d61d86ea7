/// A note, which is not a transition, was added to a store's log.
public struct LogNoted: ProtocolNotification, Hashable {
    public static let method = "log/noted"
    public static let summary = "A note, which is not a transition, was added to a store's log."
    public static let members: Members = [
        .required(\.subscription, "subscription", "The subscription."),
        .required(\.store, "store", "The store."),
        .required(\.note, "note", "The note."),
    ]

    /// The subscription.
    public var subscription: String
    /// The store.
    public var store: String
    /// The note.
    public var note: NoteDescription

    /// Makes the message.
    public init(subscription: String, store: String, note: NoteDescription) {
        self.subscription = subscription
        self.store = store
        self.note = note
    }
}
