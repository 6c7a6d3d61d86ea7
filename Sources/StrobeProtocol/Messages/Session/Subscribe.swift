public import StrobeTree

/// Sends notifications of events from now on, or from a seq.
public struct Subscribe: Request {
    public static let method = "subscribe"
    public static let summary = "Sends notifications of events from now on, or from a seq."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let members: Members = [
        .optional(\.store, "store", "The store; default: all stores."),
        .required(\.events, "events", in: .notEmpty("event"), "The events to send."),
        .optional(\.paths, "paths", "Only changes at, above or below these paths; default: all."),
        .optional(\.fromSeq, "fromSeq", "Also send what happened after this seq; needs `store`."),
    ]

    /// What can be subscribed to.
    public enum Event: String, Codable, Sendable, Hashable, CaseIterable, DescribedChoice {
        public static let summary = "What can be subscribed to."

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
    /// Also send what happened after this seq; needs `store`.
    public var fromSeq: Int?

    /// Makes the message.
    public init(store: String? = nil, events: [Event], paths: [Path]? = nil, fromSeq: Int? = nil) {
        self.store = store
        self.events = events
        self.paths = paths
        self.fromSeq = fromSeq
    }

    public func check() throws(ProtocolError) {
        if fromSeq != nil, store == nil {
            throw wrong("fromSeq", expected: "none without store", "a seq is of one store; `fromSeq` needs `store`")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.subscription, "subscription", "The id of the subscription."),
            .optional(\.seq, "seq", "The seq after which it sends; absent if it covers all stores."),
        ]

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
