public import StrobeTree

/// Subscribes to what happens.
public struct Subscribe: Request {
    public static let method = "subscribe"
    public static let summary = "Sends notifications of what happens from here on, or from a seq."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .optional("store", "string", "The store; default: all stores."),
        .required("events", "[Event]", "The events to send."),
        .optional("paths", "[Path]", "Only changes at, above or below these paths; default: all."),
        .optional("fromSeq", "integer", "Also send what came after this seq; needs `store`."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("subscription", "string", "The id of the subscription."),
        .optional("seq", "integer", "The seq after which it sends; absent if it covers all stores."),
    ]

    /// The events that can be subscribed to.
    public enum Event: String, Codable, Sendable, Hashable, CaseIterable {
        /// `log/appended`.
        case log
        /// `state/changed`.
        case state
        /// `gate/stopped`, `gate/resumed` and `gate/logged`.
        case gate
        /// `store/added` and `store/removed`.
        case stores
    }

    /// The store; default: all stores.
    public var store: String?
    /// The events to send.
    public var events: [Event]
    /// Only changes at, above or below these paths; default: all.
    public var paths: [Path]?
    /// Also send what came after this seq; needs `store`.
    public var fromSeq: Int?

    /// Makes the message.
    public init(store: String? = nil, events: [Event], paths: [Path]? = nil, fromSeq: Int? = nil) {
        self.store = store
        self.events = events
        self.paths = paths
        self.fromSeq = fromSeq
    }

    public func check() throws(ProtocolError) {
        if events.isEmpty {
            throw wrong("events", expected: "at least one event", "`events` is empty")
        }
        try require("fromSeq", fromSeq, in: 0...)
        if fromSeq != nil, store == nil {
            throw wrong("fromSeq", expected: "none without store", "a seq is of one store; `fromSeq` needs `store`")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The id of the subscription.
        public var subscription: String
        /// The seq after which it sends; absent if it covers all stores.
        public var seq: Int?

        /// Makes the answer.
        public init(subscription: String, seq: Int? = nil) {
            self.subscription = subscription
            self.seq = seq
        }
    }
}
