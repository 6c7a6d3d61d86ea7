public import StrobeTree

/// How a conformance run goes about it.
public struct ConformanceOptions: Sendable {
    /// How long an answer may take.
    public var timeout: Duration
    /// The store that actions are dispatched to; by default, one is chosen.
    public var store: String?
    /// The action that is dispatched; by default, one is made from the store's schema.
    public var action: Value?
    /// The rules that are tried: names, or beginnings of names up to a dot; all when empty.
    public var only: [String]
    /// The conversations that are held word for word with a server whose store they are about.
    public var transcripts: [ConformanceTranscript]
    /// The schema that all messages of the server are validated against; by default, none.
    public var schema: WireSchema?

    /// Makes options.
    public init(
        timeout: Duration = .seconds(10), store: String? = nil, action: Value? = nil, only: [String] = [],
        transcripts: [ConformanceTranscript] = [], schema: WireSchema? = nil
    ) {
        self.timeout = timeout
        self.store = store
        self.action = action
        self.only = only
        self.transcripts = transcripts
        self.schema = schema
    }
}
