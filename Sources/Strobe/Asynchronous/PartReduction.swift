/// A reduction of an asynchronous reducer that is a part of a store, so that the reducer need not know it.
///
/// Late work waits here until the result of the reduction is dispatched: one that ends with an error leaves none.
final class PartReduction: Sendable {
    @TaskLocal static var current: PartReduction?

    /// Late work; what it returns is an action of the part.
    struct Work: Sendable {
        let name: EffectID
        let schedule: EffectSchedule
        let body: @Sendable () async -> (any Sendable)?
    }

    /// The dependencies of the part that reduces, by which it is known.
    let owner: SharedDependencies
    private let waiting = Protected<[Work]?>([])
    private let begin: @Sendable (PartReduction, Work) -> Void

    /// - Parameter begin: Begins some work in the store's name.
    init(owner: SharedDependencies, begin: @escaping @Sendable (PartReduction, Work) -> Void) {
        self.owner = owner
        self.begin = begin
    }

    /// The way in for the reducer of a part.
    static func later<Action>(_ owner: SharedDependencies) -> Later<Action> {
        Later(owner) { name, schedule, body in
            guard let current, current.owner === owner else { return }
            current.add(Work(name: name, schedule: schedule, body: body))
        }
    }

    private func add(_ work: Work) {
        let isOver = waiting.withLock { waiting in
            waiting?.append(work)
            return waiting == nil
        }
        if isOver { begin(self, work) }
    }

    /// Begins what was left for later, and from now on at once what work of this reduction leaves.
    func end() {
        let left = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for work in left { begin(self, work) }
    }
}
