public import StrobeTree

/// Dispatches an action, or tells what it would change.
public struct ActionDispatch: Request {
    public static let method = "action/dispatch"
    public static let summary = "Dispatches an action, or with dryRun tells what it would change."
    public static let access = Access.control

    /// The store; may be left out when there is one.
    public var store: String?
    /// The action in its JSON form.
    public var action: Value
    /// Only if the store stands at this seq.
    public var ifSeq: Int?
    /// Only tell what it would change; the store is not touched.
    public var dryRun: Bool?
    /// What the log says of who asked: `inspector` (without) or `script`.
    public var origin: String?

    /// Makes the message.
    public init(
        store: String? = nil, action: Value, ifSeq: Int? = nil, dryRun: Bool? = nil, origin: String? = nil
    ) {
        self.store = store
        self.action = action
        self.ifSeq = ifSeq
        self.dryRun = dryRun
        self.origin = origin
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The number of the transition; on a dry run the seq that it was tried at.
        public var seq: Int
        /// Whether the state changed.
        public var changed: Bool
        /// What changed.
        public var changes: [Change]
        /// The effects that the reducer asked for.
        public var effects: [EffectDescription]
        /// How long the reducer took, in nanoseconds; absent where it was not measured.
        public var durationNanos: UInt64?

        /// Makes the answer.
        public init(
            seq: Int, changed: Bool, changes: [Change], effects: [EffectDescription], durationNanos: UInt64? = nil
        ) {
            self.seq = seq
            self.changed = changed
            self.changes = changes
            self.effects = effects
            self.durationNanos = durationNanos
        }
    }
}
