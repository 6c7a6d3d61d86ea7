public import StrobeTree

/// Dispatches an action, or tells what it would change.
public struct ActionDispatch: Request {
    public static let method = "action/dispatch"
    public static let summary = "Dispatches an action, or with dryRun tells what it would change."
    public static let access = Access.control
    public static let capability: StoreCapability? = .dispatch
    public static let failures: [ErrorCode] = [.undecodableAction]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("action", "any", "The action in its JSON form."),
        .optional("ifSeq", "integer", "Only if the store stands at this seq."),
        .optional("dryRun", "boolean", "Only tell what it would change; the store is not touched."),
        .optional("at", "Position", "The state that a dry run starts from; the present one without."),
        .optional(
            "origin", "string",
            "Who asks, for the log: `inspector` (without) or `script`; in a replay of the session `app` or `effect`, too."
        ),
        .optional("cause", "integer", "The transition whose effect asked for it; only in a replay of the session."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required(
            "seq", "integer",
            "The number of the transition; on a dry run the seq that it was tried at, the last one where `applied` is false."
        ),
        .optional(
            "changed", "boolean", "Whether the state changed; absent where that is not known, as `incomplete` says."),
        .optional("changes", "[Change]", "What changed; absent as `incomplete` says."), .incomplete, .applied,
        .required("effects", "[EffectDescription]", "The effects that the reducer asked for."),
        .optional("durationNanos", "integer", "How long the reducer took; absent where it was not measured."),
        .optional("error", "string", "Why the store rejected the action; absent where it did not."),
        .optional("held", "integer", "The id under which the gate holds it; absent where it was reduced."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The action in its JSON form.
    public var action: Value
    /// Only if the store stands at this seq.
    public var ifSeq: Int?
    /// Only tell what it would change; the store is not touched.
    public var dryRun: Bool?
    /// The state that a dry run starts from, the present one without; only with `dryRun`.
    public var at: Position?
    /// What the log says of who asked: `inspector` (without) or `script`; in a replay of the session `app` or `effect`.
    public var origin: String?
    /// The transition whose effect asked for it; only in a replay of the session.
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

    /// Whether it says what only a replay may say.
    public var isReplayed: Bool { cause != nil || origin == "app" || origin == "effect" }

    public func check() throws(ProtocolError) {
        try require("ifSeq", ifSeq, in: 0...)
        if at != nil, dryRun != true {
            throw wrong(
                "at", expected: "none without dryRun",
                "actions are dispatched to the present state; `at` needs `dryRun`")
        }
        try require("cause", cause, in: 1...)
        try require(origin: origin, isReplay: true)
        if isReplayed, dryRun == true {
            throw wrong(
                cause != nil ? "cause" : "origin", expected: "none with dryRun",
                "what only a replay may say goes with no dry run")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The number of the transition; on a dry run the seq that it was tried at, the last one where `applied` is false.
        public var seq: Int
        /// Whether the state changed; absent where that is not known.
        public var changed: Bool?
        /// What changed; absent as `incomplete` says.
        public var changes: [Change]?
        /// Why the changes are absent or not all.
        public var incomplete: Incompleteness?
        /// False where the store was asked and does not say which entry came of it; absent otherwise.
        public var applied: Bool?
        /// The effects that the reducer asked for.
        public var effects: [EffectDescription]
        /// How long the reducer took, in nanoseconds; absent where it was not measured.
        public var durationNanos: UInt64?
        /// Why the store rejected the action and left its state unchanged; absent where it did not.
        public var error: String?
        /// The id under which the gate holds the action; absent where it was reduced.
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
