/// Asks for one store.
public struct StoreDescribe: Request {
    public static let method = "store/describe"
    public static let summary = "Describes one store."
    public typealias Result = StoreDescription
    public static let parameters: [MethodDescription.Member] = [
        .store
    ]
    public static let results: [MethodDescription.Member] = [
        .required("id", "string", "The id that requests name it by."),
        .required("name", "string", "The name for people."),
        .required("stateType", "string", "The type of the state."),
        .required("actionType", "string", "The type of the actions."),
        .required("kind", "string", "The kind of store: `reducer`, `machine`, `async` or `foreign`."),
        .required("seq", "integer", "The number of the last transition."),
        .required("firstSeq", "integer", "The first seq whose state can be seen."),
        .required("paused", "boolean", "Whether actions are held before the reducer."),
        .required("capabilities", "StoreCapabilities", "What it can do."),
        .optional(
            "noReplay", "string", "Why a store with a reducer is not replayed; absent where there is nothing to say."),
        .optional("pending", "PendingDescription", "The action that is being reduced; absent where none is."),
        .optional("queued", "QueueDescription", "The actions that wait for their turn; absent where none do."),
        .optional("replaying", "ReplayDescription", "The replay that is under way; absent where none is."),
        .optional(
            "history", "HistoryDescription", "The memory of its history; only in the answer to `store/describe`."),
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }
}
