/// Lists the running effects, oldest first.
///
///     let running = try await client.send(EffectList(store: "profile")).effects
public struct EffectList: Request {
    public static let method = "effect/list"
    public static let summary = "Lists the running effects, oldest first."
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.effects, "effects", "The effects, oldest first."),
            .optional(\.more, "more", in: .from(1), "How many more there are; absent if all are listed."),
        ]

        /// The effects, oldest first.
        public var effects: [RunningEffectDescription]
        /// How many more there are; absent if all are listed.
        public var more: Int?

        /// Makes the answer.
        public init(effects: [RunningEffectDescription], more: Int? = nil) {
            self.effects = effects
            self.more = more
        }
    }
}
