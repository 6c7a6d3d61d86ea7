/// Where the tasks of a store run, and what surrounds what they do; a test has its own place.
package struct WorkPlace: Sendable {
    /// What scheduled work waits by.
    package var clock: any Clock<Duration>
    /// What runs the tasks; `nil` for the global executor.
    package var executor: (any TaskExecutor)?
    /// Does what a task is for.
    package var perform: @Sendable (_ body: () async -> Void) async -> Void

    /// Makes a place; by default, the one that any task has.
    package init(
        clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
        perform: @escaping @Sendable (_ body: () async -> Void) async -> Void = { await $0() }
    ) {
        self.clock = clock
        self.executor = executor
        self.perform = perform
    }
}
