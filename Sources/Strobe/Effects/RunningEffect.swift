/// The phase of an effect.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in ["save"] }
///     store.setEffectHandler(schedule: { _ in .debounced("save", for: .seconds(60)) }, async: { _, _ in })
///     store.dispatch(1)
///     let waiting = store.runningEffects.filter { $0.phase == .waiting }.count  // 1
public enum RunningEffectPhase: String, Sendable, Codable, CaseIterable {
    /// It waits for a pause or for the end of an interval.
    case waiting
    /// It is performed.
    case running
    /// An asynchronous reducer is suspended in it.
    case reducing
}

/// An effect that waits or runs.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in ["save"] }
///     store.setEffectHandler(async: { effect, context in try? await Task.sleep(for: .seconds(60)) })
///     store.dispatch(1)
///     for effect in store.runningEffects {
///         print(effect.id, effect.effect ?? "", effect.phase, effect.cause ?? 0)  // 1 save running 1
///     }
///     store.cancelAllEffects()
public struct RunningEffect<Effect: Sendable>: Sendable {
    /// Its phase.
    public typealias Phase = RunningEffectPhase

    /// Its number, from 1; no other effect of the same store ever has it.
    public let id: Int
    /// The name of its schedule's id; if it has none, the case of an enum or the type of anything else.
    public let name: String
    /// The effect; `nil` for work that is not an effect, such as a thunk.
    public let effect: Effect?
    /// The transition that requested it, if any.
    public let cause: Int?
    /// When it was handed over to be run, in nanoseconds since 1970.
    public let sinceNanos: UInt64
    /// Its phase.
    public let phase: Phase

    /// Creates a description of a running effect.
    public init(id: Int, name: String, effect: Effect?, cause: Int?, sinceNanos: UInt64, phase: Phase) {
        self.id = id
        self.name = name
        self.effect = effect
        self.cause = cause
        self.sinceNanos = sinceNanos
        self.phase = phase
    }
}

extension RunningEffect: Equatable where Effect: Equatable {}
