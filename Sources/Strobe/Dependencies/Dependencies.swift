/// What work outside reducers depends on and a test can replace: time, executor, random numbers, and whatever a program
/// adds.
///
///     struct Quotes: Sendable {
///         var fetch: @Sendable (_ number: Int) async -> String
///     }
///
///     enum QuotesKey: DependencyKey {
///         static let liveValue = Quotes { number in "quote \(number) from a server" }
///     }
///
///     extension Dependencies {
///         var quotes: Quotes {
///             get { self[QuotesKey.self] }
///             set { self[QuotesKey.self] = newValue }
///         }
///     }
///
/// Every store has them, and what works for it reads them from there: effect handlers, middleware and thunks from their
/// context, asynchronous reducers from their `Later`, state objects from themselves. Reducers that are pure have none.
///
///     let store = Store(initial: "") { (quote: inout String, new: String) -> [Int] in
///         quote = new
///         return new.isEmpty ? [7] : []
///     }
///     store.setEffectHandler { number, context in
///         try? await context.dependencies.clock.sleep(for: .milliseconds(1))
///         context.dispatch(await context.dependencies.quotes.fetch(number))
///     }
///     store.dispatch("")
///
/// A program that has other values than the usual ones sets them when it makes its stores: `store.dependencies.quotes = …`.
public struct Dependencies: Sendable {
    /// The clock that schedules wait on, and that work may sleep on.
    public var clock: any Clock<Duration>
    /// Where effect handlers, thunks, late work and asynchronous reducers run; `nil` for the global executor.
    public var executor: (any TaskExecutor)?
    /// Random numbers.
    public var random = RandomSource.system
    /// The date, as the time since 1970 began in UTC.
    ///
    /// With Foundation, `Date(timeIntervalSince1970: dependencies.now() / .seconds(1))`; this library is without it, so that
    /// programs need not link it.
    public var now: @Sendable () -> Duration = { .nanoseconds(Int64(clamping: Timing.now())) }
    /// The environment of the work in a test.
    package var testEnvironment: (any TestEnvironment)?
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates the dependencies of a program.
    ///
    /// - Parameters:
    ///   - clock: What schedules wait by.
    ///   - executor: Where work runs; `nil` for the global executor.
    public init(clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil) {
        self.clock = clock
        self.executor = executor
    }

    /// The value of a key: the one that was set, else the key's own.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get {
            if let set = values[ObjectIdentifier(key)], let value = set as? Key.Value { return value }
            return testEnvironment?.value(of: key) ?? Key.liveValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Does what a task is for.
    func perform(_ body: () async -> Void) async {
        guard let testEnvironment else { return await body() }
        await testEnvironment.perform(body)
    }
}

/// The environment of the work of a store in a test.
package protocol TestEnvironment: Sendable {
    /// Does what a task is for.
    func perform(_ body: () async -> Void) async

    /// The value of a key that was not set.
    func value<Key: DependencyKey>(of key: Key.Type) -> Key.Value
}
