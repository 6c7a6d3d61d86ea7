/// The outcome of one dispatched action.
///
///     let store = Store(initial: "") { (draft: inout String, text: String) -> [String] in
///         draft += text
///         return ["save \(draft)"]
///     }
///     let receipt = try await store.receipt(of: "Dear Ada")
///     print(receipt.seq, receipt.effects)  // 1 ["save Dear Ada"]
public struct Receipt<Effect: Sendable>: Sendable {
    /// The number of the transition, from 1.
    public let seq: Int
    /// The effects that the reducer returned, in order.
    public let effects: [Effect]
    /// How long the reducer took, in nanoseconds; only if measured.
    public let durationNanos: UInt64?
    /// Why the store rejected the action and left its state unchanged; `nil` if it did not.
    public let rejection: String?

    /// Creates a receipt.
    public init(seq: Int, effects: [Effect], durationNanos: UInt64? = nil, rejection: String? = nil) {
        self.seq = seq
        self.effects = effects
        self.durationNanos = durationNanos
        self.rejection = rejection
    }
}
