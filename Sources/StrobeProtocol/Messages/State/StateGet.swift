public import StrobeTree

/// Returns a state, or the part at a path, as plain JSON.
public struct StateGet: Request {
    public static let method = "state/get"
    public static let summary = "Returns a state, or the part at a path, as plain JSON."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("path", "Path", "The part to return; default: the whole state."),
        .optional("at", "Position", "The state to read; default: the current one."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the state that was read."),
        .required("value", "any", "The state, or the part at the path."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The part to return; default: the whole state.
    public var path: Path?
    /// The state to read; default: the current one.
    public var at: Position?

    /// Makes the message.
    public init(store: String? = nil, path: Path? = nil, at: Position? = nil) {
        self.store = store
        self.path = path
        self.at = at
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The seq of the state that was read.
        public var seq: Int
        /// The state.
        public var value: Value

        /// Makes the answer.
        public init(seq: Int, value: Value) {
            self.seq = seq
            self.value = value
        }
    }
}
