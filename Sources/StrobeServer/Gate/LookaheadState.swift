/// A copy of a state, at an address of its own.
///
/// `@unchecked Sendable`: only its engine accesses the state, under its lock; others may only release it.
final class LookaheadState<State: Sendable>: @unchecked Sendable {
    let state: UnsafeMutablePointer<State>

    init(_ original: State) {
        state = .allocate(capacity: 1)
        state.initialize(to: original)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }
}
