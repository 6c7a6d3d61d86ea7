/// The name of a dependency that a program adds, with the value that it has unless another is set.
///
///     enum GreetingKey: DependencyKey {
///         static let liveValue = "Good morning"
///         static let testValue = "Hello"
///     }
///     let greeting = Dependencies()[GreetingKey.self]  // Good morning
///
/// As a rule the values are `static let`: those of a computed property would be made for each access. `Dependencies` shows how
/// to give a dependency a name.
public protocol DependencyKey {
    /// What the dependency is.
    associatedtype Value: Sendable

    /// The value in a program.
    static var liveValue: Value { get }

    /// The value in a test, if it has one.
    ///
    /// Without one, a test whose store asks for a value that the test did not set fails: no test reaches a server by
    /// mistake.
    static var testValue: Value { get }
}

extension DependencyKey {
    /// By default there is none: a test store uses the live value, and the test fails.
    public static var testValue: Value {
        TestValueProbe.current?.note(Self.self)
        return liveValue
    }

    /// The value in a test, and whether it is the live one for want of another.
    package static var valueInTests: (value: Value, isLive: Bool) {
        let probe = TestValueProbe(key: ObjectIdentifier(Self.self))
        let value = TestValueProbe.$current.withValue(probe) { testValue }
        return (value, probe.isLive.withLock { $0 })
    }
}

/// Finds out whether a key has a test value of its own.
private final class TestValueProbe: Sendable {
    @TaskLocal static var current: TestValueProbe?

    let isLive = Protected(false)
    private let key: ObjectIdentifier

    init(key: ObjectIdentifier) {
        self.key = key
    }

    func note(_ asked: any DependencyKey.Type) {
        if ObjectIdentifier(asked) == key { isLive.withLock { $0 = true } }
    }
}
