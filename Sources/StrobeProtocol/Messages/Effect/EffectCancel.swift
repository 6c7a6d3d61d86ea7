/// Cancels a running effect.
///
///     let answer = try await client.send(EffectCancel(store: "profile", id: 3))
///     print(answer.cancelled ? "cancelled" : "it had ended already")
public struct EffectCancel: Request {
    public static let method = "effect/cancel"
    public static let summary = "Cancels a running effect; what it dispatches afterwards is dropped."
    public static let access = Access.control
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("id", "integer", "The id of the effect, from effect/list."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("cancelled", "boolean", "Whether it was running; false if it had ended.")
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The id of the effect, from `EffectList`.
    public var id: Int

    /// Makes the message.
    public init(store: String? = nil, id: Int) {
        self.store = store
        self.id = id
    }

    public func check() throws(ProtocolError) {
        try require("id", id, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// Whether it was running; false if it had ended.
        public var cancelled: Bool

        /// Makes the answer.
        public init(cancelled: Bool) {
            self.cancelled = cancelled
        }
    }
}
