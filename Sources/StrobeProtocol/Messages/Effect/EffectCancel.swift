/// Cancels a running effect; what it dispatches afterwards is dropped.
///
///     let answer = try await client.send(EffectCancel(store: "profile", id: 3))
///     print(answer.cancelled ? "cancelled" : "it had ended already")
public struct EffectCancel: Request {
    public static let method = "effect/cancel"
    public static let summary = "Cancels a running effect; what it dispatches afterwards is dropped."
    public static let access = Access.control
    public static let members: Members = [
        .store(\.store),
        .required(\.id, "id", in: .from(1), "The id of the effect, from effect/list."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The id of the effect, from effect/list.
    public var id: Int

    /// Makes the message.
    public init(store: String? = nil, id: Int) {
        self.store = store
        self.id = id
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.cancelled, "cancelled", "Whether it was running; false if it had ended.")
        ]

        /// Whether it was running; false if it had ended.
        public var cancelled: Bool

        /// Makes the answer.
        public init(cancelled: Bool) {
            self.cancelled = cancelled
        }
    }
}
