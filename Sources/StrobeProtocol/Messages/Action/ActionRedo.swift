public import StrobeTree

/// Dispatches a past action again, as it was or edited, or with dryRun reports what it would change.
///
///     let edit = Change(.replace, Path(["increment", "by"]), value: 4)
///     try await client.send(ActionRedo(store: "shop", seq: 12, changes: [edit]))
public struct ActionRedo: Request {
    public static let method = "action/redo"
    public static let summary =
        "Dispatches a past action again, as it was or edited, or with dryRun reports what it would change."
    public static let access = Access.control
    public static let capability: StoreCapability? = .dispatch
    public static let failures: [ErrorCode] = [.undecodableAction, .seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(\.seq, "seq", in: .from(1), "The entry whose action to dispatch."),
        .optional(\.changes, "changes", "What to change in the action first; default: nothing."),
        .optional(\.ifSeq, "ifSeq", "Proceed only if the store is at this seq."),
        .optional(\.dryRun, "dryRun", "Report what it would change, without touching the store."),
        .optional(
            \.origin, "origin", in: .words(["inspector", "script"]),
            "The origin in the log: `inspector` (default) or `script`."),
    ]

    /// The answer, as to a dispatch.
    public typealias Result = ActionDispatch.Result

    /// The store; optional if there is only one.
    public var store: String?
    /// The entry whose action to dispatch.
    public var seq: Int
    /// What to change in the action first; default: nothing.
    public var changes: [Change]?
    /// Proceed only if the store is at this seq.
    public var ifSeq: Int?
    /// Report what it would change, without touching the store.
    public var dryRun: Bool?
    /// The origin in the log: `inspector` (default) or `script`.
    public var origin: String?

    /// Makes the message.
    public init(
        store: String? = nil, seq: Int, changes: [Change]? = nil, ifSeq: Int? = nil, dryRun: Bool? = nil,
        origin: String? = nil
    ) {
        self.store = store
        self.seq = seq
        self.changes = changes
        self.ifSeq = ifSeq
        self.dryRun = dryRun
        self.origin = origin
    }

    /// A dry run of a logged action changes and decodes nothing, so read access is enough.
    public var neededAccess: Access { dryRun == true && changes?.isEmpty != false ? .read : .control }

    public func check() throws(ProtocolError) {
    }
}
