public import StrobeTree

/// Dispatches an action, or with dryRun reports what it would change.
public struct ActionDispatch: Request {
    public static let method = "action/dispatch"
    public static let summary = "Dispatches an action, or with dryRun reports what it would change."
    public static let access = Access.control
    public static let capability: StoreCapability? = .dispatch
    public static let failures: [ErrorCode] = [.undecodableAction]
    public static let members: Members = [
        .store(\.store),
        .required(\.action, "action", "The action in its JSON form."),
        .optional(\.ifSeq, "ifSeq", "Proceed only if the store is at this seq."),
        .optional(\.dryRun, "dryRun", "Report what it would change, without touching the store."),
        .optional(\.at, "at", "The state that a dry run starts from, only with `dryRun`; default: the current one."),
        .optional(
            \.origin, "origin", in: .words(["inspector", "script", "app", "effect"]),
            "The origin in the log: `inspector` (default) or `script`; in this session's replay also `app` or "
                + "`effect`."),
        .optional(
            \.cause, "cause", in: .from(1),
            "The transition whose effect dispatched it; only in this session's replay."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The action in its JSON form.
    public var action: Value
    /// Proceed only if the store is at this seq.
    public var ifSeq: Int?
    /// Report what it would change, without touching the store.
    public var dryRun: Bool?
    /// The state that a dry run starts from, only with `dryRun`; default: the current one.
    public var at: Position?
    /// The origin in the log: `inspector` (default) or `script`; in this session's replay also `app` or `effect`.
    public var origin: String?
    /// The transition whose effect dispatched it; only in this session's replay.
    public var cause: Int?

    /// Makes the message.
    public init(
        store: String? = nil, action: Value, ifSeq: Int? = nil, dryRun: Bool? = nil, at: Position? = nil,
        origin: String? = nil, cause: Int? = nil
    ) {
        self.store = store
        self.action = action
        self.ifSeq = ifSeq
        self.dryRun = dryRun
        self.at = at
        self.origin = origin
        self.cause = cause
    }

    /// Whether it has members that only a replay may send.
    public var isReplayed: Bool { cause != nil || origin == "app" || origin == "effect" }

    public func check() throws(ProtocolError) {
        if at != nil, dryRun != true {
            throw wrong(
                "at", expected: "none without dryRun",
                "actions are dispatched to the current state; `at` needs `dryRun`")
        }
        if isReplayed, dryRun == true {
            throw wrong(
                cause != nil ? "cause" : "origin", expected: "none with dryRun",
                "`cause` and the origins of a replay cannot be combined with `dryRun`")
        }
    }

    /// The result of dispatching an action.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let summary = "The result of dispatching an action."
        public static let schemaName = "DispatchResult"
        public static let members: Members = [
            .required(
                \.seq, "seq",
                "The seq of the transition; on a dry run the seq it was tried at; if `applied` is false, the "
                    + "last seq."),
            .optional(\.changed, "changed", "Whether the state changed; absent if unknown (see `incomplete`)."),
            .optional(\.changes, "changes", "What changed; if absent, `incomplete` says why."),
            .incomplete(\.incomplete),
            .applied(\.applied),
            .required(\.effects, "effects", "The effects that the reducer returned."),
            .optional(
                \.durationNanos, "durationNanos", "How long the reducer took, in nanoseconds; absent if not measured."),
            .optional(
                \.error, "error",
                "Why the store rejected the action and left its state unchanged; absent if it did not."),
            .optional(\.held, "held", in: .from(1), "The id under which the gate holds it; absent if it was reduced."),
        ]

        /// The seq of the transition; on a dry run the seq it was tried at; if `applied` is false, the last seq.
        public var seq: Int
        /// Whether the state changed; absent if unknown (see `incomplete`).
        public var changed: Bool?
        /// What changed; if absent, `incomplete` says why.
        public var changes: [Change]?
        /// Why changes are not reported in full; absent if they are.
        public var incomplete: Incompleteness?
        /// False if the store was asked but does not report the resulting entry; absent otherwise.
        public var applied: Bool?
        /// The effects that the reducer returned.
        public var effects: [EffectDescription]
        /// How long the reducer took, in nanoseconds; absent if not measured.
        public var durationNanos: UInt64?
        /// Why the store rejected the action and left its state unchanged; absent if it did not.
        public var error: String?
        /// The id under which the gate holds it; absent if it was reduced.
        public var held: Int?

        /// Makes the answer.
        public init(
            seq: Int, changed: Bool?, changes: [Change]?, incomplete: Incompleteness? = nil, applied: Bool? = nil,
            effects: [EffectDescription], durationNanos: UInt64? = nil, error: String? = nil, held: Int? = nil
        ) {
            self.seq = seq
            self.changed = changed
            self.changes = changes
            self.incomplete = incomplete
            self.applied = applied
            self.effects = effects
            self.durationNanos = durationNanos
            self.error = error
            self.held = held
        }
    }
}
