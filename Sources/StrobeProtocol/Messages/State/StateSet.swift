public import StrobeTree

/// Sets the part of the live state at a path, as a new entry; effects do not run.
///
///     try await client.send(StateSet(store: "shop", path: Path(["cart", "total"]), value: 3))
public struct StateSet: Request {
    public static let method = "state/set"
    public static let summary = "Sets the part of the live state at a path, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .edit
    public static let failures: [ErrorCode] = [.noSuchPath, .stale]
    public static let members: Members = [
        .store(\.store),
        .required(\.path, "path", "The part to set; the empty path is the whole state."),
        .required(\.value, "value", "The new value, in its JSON form."),
        .optional(\.ifSeq, "ifSeq", "Proceed only if the store is at this seq."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The part to set; the empty path is the whole state.
    public var path: Path
    /// The new value, in its JSON form.
    public var value: Value
    /// Proceed only if the store is at this seq.
    public var ifSeq: Int?

    /// Makes the message.
    public init(store: String? = nil, path: Path, value: Value, ifSeq: Int? = nil) {
        self.store = store
        self.path = path
        self.value = value
        self.ifSeq = ifSeq
    }

    public typealias Result = StateReplacement
}
