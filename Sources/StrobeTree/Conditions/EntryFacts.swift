/// What conditions can ask about the entry of the log whose state they examine.
public struct EntryFacts {
    /// The possible origins of an entry.
    public static let origins = ["app", "effect", "inspector", "script", "restore", "edit"]

    /// The number of the entry.
    public var seq: Int?
    /// Its origin: `app`, `effect`, `inspector` and so on.
    public var origin: String?
    /// How long the reducer took, in nanoseconds.
    public var durationNanos: UInt64?
    /// Where the action was dispatched, as `Module/File.swift:12`; debug builds alone know it.
    public var source: String?
    /// Why the store rejected the action.
    public var error: String?
    /// The label of the action, as the log shows it; computed only if a condition needs it.
    public var action: (() -> String?)?
    /// The JSON form of the action, as the log shows it; computed only if its shortened label does not decide.
    public var form: (() -> Value?)?

    /// Makes the facts of an entry; what is left out is missing for conditions.
    ///
    /// - Parameters:
    ///   - seq: Its number.
    ///   - origin: Its origin.
    ///   - durationNanos: How long the reducer took, in nanoseconds.
    ///   - source: Where the action was dispatched, as `Module/File.swift:12`.
    ///   - error: Why the store rejected the action.
    ///   - action: Computes the label of the action.
    ///   - form: Computes its JSON form.
    public init(
        seq: Int? = nil, origin: String? = nil, durationNanos: UInt64? = nil, source: String? = nil,
        error: String? = nil, action: (() -> String?)? = nil, form: (() -> Value?)? = nil
    ) {
        self.seq = seq
        self.origin = origin
        self.durationNanos = durationNanos
        self.source = source
        self.error = error
        self.action = action
        self.form = form
    }
}
