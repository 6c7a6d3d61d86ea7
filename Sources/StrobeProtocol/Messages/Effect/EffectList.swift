/// Lists the running effects.
///
///     let running = try await client.send(EffectList(store: "profile")).effects
public struct EffectList: Request {
    public static let method = "effect/list"
    public static let summary = "Lists the running effects, oldest first."
    public static let parameters: [MethodDescription.Member] = [
        .store
    ]
    public static let results: [MethodDescription.Member] = [
        .required("effects", "[RunningEffectDescription]", "The effects, oldest first."),
        .optional("more", "integer", "How many more there are; absent if all are listed."),
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
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
