/// Describes one store.
public struct StoreDescribe: Request {
    public static let method = "store/describe"
    public static let summary = "Describes one store."
    public typealias Result = StoreDescription
    public static let parameters: [MethodDescription.Member] = [
        .store
    ]
    public static let results: [MethodDescription.Member] = [
        .required("id", "string", "The id that names it in requests."),
        .required("name", "string", "Its name, for people."),
        .required("stateType", "string", "The type of the state."),
        .required("actionType", "string", "The type of the actions."),
        .required("kind", "string", "The kind of store: `reducer`, `machine`, `async` or `foreign`."),
        .required("seq", "integer", "The seq of the last transition."),
        .required("firstSeq", "integer", "The first seq whose state is available."),
        .required("paused", "boolean", "Whether actions are held before the reducer."),
        .required("capabilities", "StoreCapabilities", "What it can do."),
        .optional(
            "noReplay", "string", "Why a store with a reducer is not replayed; absent otherwise."),
        .optional("pending", "PendingDescription", "The action being reduced; absent if there is none."),
        .optional("queued", "QueueDescription", "The actions that wait for their turn; absent if there are none."),
        .optional("replaying", "ReplayDescription", "The replay under way; absent if there is none."),
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
