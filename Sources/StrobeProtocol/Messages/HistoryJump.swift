public import StrobeTree

/// Restores a past state in the live store.
public struct HistoryJump: Request {
    public static let method = "history/jump"
    public static let summary = "Restores a past state in the live store, as a new entry; effects do not run."
    public static let access = Access.control

    /// The store; may be left out when there is one.
    public var store: String?
    /// The seq whose state is restored.
    public var seq: Int

    /// Makes the message.
    public init(store: String? = nil, seq: Int) {
        self.store = store
        self.seq = seq
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The number of the new entry.
        public var seq: Int
        /// What the restore changed.
        public var changes: [Change]

        /// Makes the answer.
        public init(seq: Int, changes: [Change]) {
            self.seq = seq
            self.changes = changes
        }
    }
}
