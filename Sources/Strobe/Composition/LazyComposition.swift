/// What a part is made of, looked up when the part is first used: a part may have parts of its own type, as folders do.
final class LazyComposition<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    private let known = Protected<Composition<State, Action, Effect>?>(nil)
    private let make: @Sendable () -> Composition<State, Action, Effect>

    init(_ part: some Reducer<State, Action, Effect>) {
        make = { part.composition }
    }

    var value: Composition<State, Action, Effect> {
        if let known = known.withLock({ $0 }) { return known }
        let new = make()
        known.withLock { $0 = new }
        return new
    }
}
