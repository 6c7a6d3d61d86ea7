internal import Strobe

/// What a test has around the work of its store: the tasks that are counted, and the test values of keys.
final class TestDependencies: TestEnvironment {
    private let tasks: EffectTasks
    private let values = Protected<[ObjectIdentifier: any Sendable]>([:])
    private let report: @Sendable (String) -> Void

    /// - Parameter report: Called once for each key whose live value the test uses.
    init(_ tasks: EffectTasks, report: @escaping @Sendable (String) -> Void) {
        self.tasks = tasks
        self.report = report
    }

    func perform(_ body: () async -> Void) async { await tasks.perform(body) }

    /// The test value of a key, made once for each test store.
    func value<Key: DependencyKey>(of key: Key.Type) -> Key.Value {
        let id = ObjectIdentifier(key)
        if let known = values.withLock({ $0[id] }), let value = known as? Key.Value { return value }
        let (made, isLive) = Key.valueInTests
        let earlier = values.withLock { values in
            defer { values[id] = values[id] ?? made }
            return values[id]
        }
        if let earlier, let value = earlier as? Key.Value { return value }
        if isLive {
            report(
                "The test uses the live value of \(key), which has no test value. Set one, "
                    + "store.dependencies[\(key).self] = …, or give the key a testValue.")
        }
        return made
    }
}
