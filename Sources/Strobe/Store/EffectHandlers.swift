/// The handlers of a store's effects.
struct EffectHandlers<Action: Sendable, Effect: Sendable>: Sendable {
    /// Performs an effect.
    ///
    /// - Returns: Whether the effect is one of its own.
    typealias Handler = @Sendable (Effect, EffectContext<Action>) -> Bool

    /// Performs what no handler of a part does.
    var whole: Handler?
    /// Whether that one performs effects on the thread that committed.
    var isInline = false
    /// Those of parts, in the order in which they were set.
    var parts: [Handler] = []

    /// How many asynchronous parts of each type have a handler.
    var asyncParts: [String: Int] = [:]

    var count: Int { parts.count + (whole == nil ? 0 : 1) }

    /// One handler for all.
    ///
    /// - Parameter instruments: What follows the effects that are performed inline.
    func combined(for instruments: [any WorkInstrument]) -> Handler {
        let last = isInline && !instruments.isEmpty ? whole.map { Self.instrumented($0, by: instruments) } : whole
        let all = parts + (last.map { [$0] } ?? [])
        if all.count == 1 { return all[0] }
        return { effect, context in all.contains { $0(effect, context) } }
    }

    private static func instrumented(_ handler: @escaping Handler, by all: [any WorkInstrument]) -> Handler {
        { effect, context in
            let work = InstrumentedWork(
                id: nil, name: nil, value: effect, cause: context.cause, seq: nil, context: nil,
                isOn: { true })
            var isTaken = false
            all.compactMap { $0.scope(of: work) }.performInline { isTaken = handler(effect, context) }
            return isTaken
        }
    }
}
