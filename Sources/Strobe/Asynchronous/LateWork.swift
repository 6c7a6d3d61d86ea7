/// The work that reductions of one store left to be done later, and its way back into the store.
final class LateWork<State: Sendable, Action: Sendable>: Sendable {
    let runner = EffectRunner<Never>()
    /// Whether recorded actions are being sent; late work is an effect.
    let replay = ReplayMode()
    // The line has the reducer, the reducer this: a strong reference would keep all three.
    private let line = Protected<WeakLine>(WeakLine())
    let dependencies = SharedDependencies()

    private struct WeakLine {
        weak var line: ReductionQueue<State, Action>?
    }

    /// Says where results go.
    func connect(_ line: ReductionQueue<State, Action>) {
        self.line.withLock { $0.line = line }
    }

    /// The way in for the reducer.
    var later: Later<Action> {
        Later(dependencies) { [weak self] name, schedule, work in self?.begin(name, schedule, work) }
    }

    private func begin(
        _ name: EffectID, _ schedule: EffectSchedule, _ work: @escaping @Sendable () async -> Action?
    ) {
        guard let line = line.withLock({ $0.line }) else { return }
        guard let context = ReductionContext.current, context.owner == ObjectIdentifier(line) else {
            return run(name, schedule, in: nil, work)
        }
        context.whenCommitted { [weak self] in self?.run(name, schedule, in: context, work) }
    }

    private func run(
        _ name: EffectID, _ schedule: EffectSchedule, in context: ReductionContext?,
        _ work: @escaping @Sendable () async -> Action?
    ) {
        guard !replay.isQuiet else { return }
        runner.run(
            name: name, schedule: schedule, effect: nil, cause: context?.seq, with: dependencies.current
        ) { [weak self] life in
            // What the work leaves for later has the same cause.
            let action = await ReductionContext.$current.withValue(context) { await work() }
            if let action, life.enter() { self?.send(action, context, life) }
        }
    }

    private func send(_ action: Action, _ context: ReductionContext?, _ life: EffectLife) {
        guard !replay.isQuiet, let line = line.withLock({ $0.line }) else { return life.leave() }
        line.put(.init(work: .action(action), origin: .effect, cause: context?.seq, life: life), from: context)
    }
}
