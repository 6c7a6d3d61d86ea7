public import StrobeTree

/// Returns a state, or the part at a path, as plain JSON.
public struct StateGet: Request {
    public static let method = "state/get"
    public static let summary = "Returns a state, or the part at a path, as plain JSON."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let members: Members = [
        .store(\.store),
        .optional(\.path, "path", "The part to return; default: the whole state."),
        .optional(\.at, "at", "The state to read; default: the current one."),
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
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The seq of the state that was read."),
            .required(\.value, "value", "The state, or the part at the path."),
        ]

        /// The seq of the state that was read.
        public var seq: Int
        /// The state, or the part at the path.
        public var value: Value

        /// Makes the answer.
        public init(seq: Int, value: Value) {
            self.seq = seq
            self.value = value
        }
    }
}
