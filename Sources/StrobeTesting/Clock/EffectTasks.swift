internal import Strobe

/// The tasks that perform the effects of a store, to distinguish sleeping ones from those that something may wake.
final class EffectTasks: Sendable {
    private let tasks = Protected<Set<Int>>([])

    /// A number that distinguishes the running task from all others at the same time; `nil` outside of tasks.
    static var current: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Runs what an effect does, in its own task: one of its child tasks that sleeps does not keep it from waking.
    func perform(_ body: () async -> Void) async {
        guard let task = Self.current else { return await body() }
        _ = tasks.withLock { $0.insert(task) }
        await body()
        _ = tasks.withLock { $0.remove(task) }
    }

    /// How many of them are among some tasks.
    func count(among others: Set<Int>) -> Int {
        tasks.withLock { $0.intersection(others).count }
    }
}
