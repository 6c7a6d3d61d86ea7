public import StrobeTree

/// The options of a conformance run.
public struct ConformanceOptions: Sendable {
    /// How long an answer may take.
    public var timeout: Duration
    /// The store to dispatch to; by default, one is chosen.
    public var store: String?
    /// The action to dispatch; by default, one is made from the store's schema.
    public var action: Value?
    /// The rules to test: names, or prefixes of names up to a dot; all if empty.
    public var only: [String]
    /// The transcripts to replay word for word with a server that has their store.
    public var transcripts: [ConformanceTranscript]
    /// The schema to validate all messages of the server against; by default, none.
    public var schema: WireSchema?

    /// Creates options.
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
