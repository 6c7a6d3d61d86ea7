/// The handlers of a store's effects.
struct EffectHandlers<Action: Sendable, Effect: Sendable>: Sendable {
    /// Performs an effect.
    ///
    /// - Returns: Whether the effect is one of its own.
    typealias Handler = @Sendable (Effect, EffectContext<Action>) -> Bool

    /// Performs what no handler of a part does.
    var whole: Handler?
    /// Those of parts, in the order in which they were set.
    var parts: [Handler] = []

    /// How many asynchronous parts of each type have a handler.
    var asyncParts: [String: Int] = [:]

    var count: Int { parts.count + (whole == nil ? 0 : 1) }

    /// One handler for all.
    var combined: Handler {
        let all = parts + (whole.map { [$0] } ?? [])
        if all.count == 1 { return all[0] }
        return { effect, context in all.contains { $0(effect, context) } }
    }
}
