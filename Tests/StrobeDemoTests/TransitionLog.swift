import Strobe
import Synchronization

/// Keeps what a store reports to its observer.
final class TransitionLog<State: Sendable, Action: Sendable>: StoreObserver<State, Action, Never>, @unchecked Sendable {
    // The entries are behind a lock; there is no other state.

    struct Entry: Sendable {
        var action: Action
        var state: State
        var origin: Origin
        var cause: Int?
        var rejection: String?
    }

    private let kept = Mutex<[Entry]>([])

    var entries: [Entry] { kept.withLock { $0 } }

    override func didReduce(_ action: Action, effects: [Never], info: TransitionInfo, state: () -> State) {
        add(action, info, state(), rejection: nil)
    }

    override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        add(action, info, state(), rejection: reason)
    }

    private func add(_ action: Action, _ info: TransitionInfo, _ state: State, rejection: String?) {
        kept.withLock {
            $0.append(Entry(action: action, state: state, origin: info.origin, cause: info.cause, rejection: rejection))
        }
    }
}
