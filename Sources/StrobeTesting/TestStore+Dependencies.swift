public import Strobe

extension TestStore {
    /// The dependencies of effects and other work, as the test sets them.
    ///
    ///     enum RollKey: DependencyKey {
    ///         static let liveValue: @Sendable () async -> Int = { 4 }  // asks a server
    ///     }
    ///     let store = TestStore(initial: 0) { (sum: inout Int, number: Int) -> [String] in
    ///         sum += number
    ///         return number == 0 ? ["roll"] : []
    ///     }
    ///     store.dependencies[RollKey.self] = { 6 }
    ///     store.setEffectHandler { _, context in
    ///         try? await context.dependencies.clock.sleep(for: .seconds(1))
    ///         context.dispatch(await context.dependencies[RollKey.self]())
    ///     }
    ///     await store.send(0)
    ///     store.clock.advance(by: .seconds(1))
    ///     await store.receive(6) { $0 = 6 }
    ///     await store.finish()
    ///
    /// Those of the store itself, with these replaced: clock and executor are those of `clock`, random numbers are the same in
    /// each run, and it is 2001-01-01, 00:00 UTC, when `clock` is at zero. A key that nobody set has its test value; one
    /// without a test value has its live value, and that is a failure of the test.
    public var dependencies: Dependencies {
        get { tested.dependencies }
        set {
            var new = newValue
            new.testEnvironment = tested.dependencies.testEnvironment
            tested.dependencies = new
        }
    }

    /// Replaces what a test must not share with the world.
    func replaceDependencies(_ tasks: EffectTasks) {
        var new = tested.dependencies
        (new.clock, new.executor) = (clock, clock.executor)
        new.random = .seeded(0)
        new.now = { [clock] in .seconds(978_307_200) + clock.now.offset }
        new.testEnvironment = TestDependencies(tasks) { [weak self] message in
            guard let self else { return }
            fail(message, at: contents.withLock { $0.lastPlace })
        }
        tested.dependencies = new
    }
}
