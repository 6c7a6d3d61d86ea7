/// The description of one store.
public struct StoreDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "The description of one store."
    public static let members: Members = [
        .required(\.id, "id", "The id that names it in requests."),
        .required(\.name, "name", "Its name, for people."),
        .required(\.stateType, "stateType", "The type of the state."),
        .required(\.actionType, "actionType", "The type of the actions."),
        .required(
            \.kind, "kind",
            "The kind of store: `reducer` for synchronous reducers, `machine` for state machines, `async` for "
                + "reducers that may be suspended, `foreign` for others."),
        .required(\.seq, "seq", "The seq of the last transition."),
        .required(\.firstSeq, "firstSeq", "The first seq whose state is available."),
        .required(\.paused, "paused", "Whether actions are held before the reducer."),
        .required(\.capabilities, "capabilities", "What it can do."),
        .optional(
            \.noReplay, "noReplay",
            "Why the store is not replayed although it has a reducer, such as \"the state holds a mutable "
                + "object, .cart: Cart\"; absent otherwise."),
        .optional(\.pending, "pending", "The action being reduced, if that is slow; absent if there is none."),
        .optional(\.queued, "queued", "The actions that wait for their turn; absent if there are none."),
        .optional(\.replaying, "replaying", "The replay under way; absent if there is none."),
        .optional(\.history, "history", "The memory of its history; only in the answer to `store/describe`."),
    ]

    /// What a store can do besides being read.
    public struct Capabilities: Codable, Sendable, Hashable, DescribedObject, MemberType {
        public static let summary = "What a store can do besides being read."
        public static let schemaName = "StoreCapabilities"
        public static let members: Members = [
            .required(\.dispatch, "dispatch", "Actions can be decoded and dispatched."),
            .required(
                \.replay, "replay",
                "Past states are computed by replaying the reducer; otherwise only retained states are available."),
            .required(\.jump, "jump", "A past state can be restored."),
            .required(\.gate, "gate", "Actions can be held before they are reduced."),
            .required(\.edit, "edit", "Parts of the live state can be set."),
        ]

        /// Actions can be decoded and dispatched.
        public var dispatch: Bool
        /// Past states are computed by replaying the reducer; otherwise only retained states are available.
        public var replay: Bool
        /// A past state can be restored.
        public var jump: Bool
        /// Actions can be held before they are reduced.
        public var gate: Bool
        /// Parts of the live state can be set.
        public var edit: Bool

        /// Makes capabilities.
        public init(dispatch: Bool, replay: Bool, jump: Bool, gate: Bool = false, edit: Bool = false) {
            self.dispatch = dispatch
            self.replay = replay
            self.jump = jump
            self.gate = gate
            self.edit = edit
        }
    }

    /// The id that names it in requests.
    public var id: String
    /// Its name, for people.
    public var name: String
    /// The type of the state.
    public var stateType: String
    /// The type of the actions.
    public var actionType: String
    /// The kind of store: `reducer` for synchronous reducers, `machine` for state machines, `async` for reducers that
    /// may be suspended, `foreign` for others.
    public var kind: String
    /// The seq of the last transition.
    public var seq: Int
    /// The first seq whose state is available.
    public var firstSeq: Int
    /// Whether actions are held before the reducer.
    public var paused: Bool
    /// What it can do.
    public var capabilities: Capabilities
    /// Why the store is not replayed although it has a reducer, such as "the state holds a mutable object, .cart:
    /// Cart"; absent otherwise.
    public var noReplay: String?
    /// The action being reduced, if that is slow; absent if there is none.
    public var pending: PendingDescription?
    /// The actions that wait for their turn; absent if there are none.
    public var queued: QueueDescription?
    /// The replay under way; absent if there is none.
    public var replaying: ReplayDescription?
    /// The memory of its history; only in the answer to `store/describe`.
    public var history: HistoryDescription?

    /// Makes a description.
    public init(
        id: String, name: String, stateType: String, actionType: String, kind: String, seq: Int, firstSeq: Int,
        paused: Bool, capabilities: Capabilities, noReplay: String? = nil, pending: PendingDescription? = nil,
        queued: QueueDescription? = nil, replaying: ReplayDescription? = nil, history: HistoryDescription? = nil
    ) {
        self.id = id
        self.name = name
        self.stateType = stateType
        self.actionType = actionType
        self.kind = kind
        self.seq = seq
        self.firstSeq = firstSeq
        self.paused = paused
        self.capabilities = capabilities
        self.noReplay = noReplay
        self.pending = pending
        self.queued = queued
        self.replaying = replaying
        self.history = history
    }
}
