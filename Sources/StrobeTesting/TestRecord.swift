internal import Strobe

/// What happened in a store that is tested, and was not asserted yet.
///
/// `@unchecked Sendable` comes with the class; all that changes is behind the lock.
final class TestRecord<State: Sendable, Action: Sendable, Effect: Sendable>: StoreObserver<State, Action, Effect>,
    @unchecked Sendable
{
    /// One transition.
    struct Entry {
        let seq: Int
        /// `nil` for a state that replaced another.
        let action: Action?
        let origin: Origin
        let cause: Int?
        let before: State
        let after: State
        let effects: [Effect]
        let rejection: String?
    }

    private struct Contents {
        var state: State
        var entries: [Entry] = []
    }

    private let contents: Protected<Contents>
    private let signal: EventSignal

    init(state: State, signal: EventSignal) {
        contents = Protected(Contents(state: state))
        self.signal = signal
    }

    /// Begins again, from the state of a store that the record was installed on.
    func begin(with state: State) {
        contents.withLock { $0.state = state }
    }

    /// What was not asserted yet, oldest first.
    var entries: [Entry] { contents.withLock { $0.entries } }

    var isEmpty: Bool { contents.withLock { $0.entries.isEmpty } }

    /// Takes all entries that came before one, or all there are.
    func takeAll(before isNext: (Entry) -> Bool = { _ in false }) -> [Entry] {
        contents.withLock { contents in
            let count = contents.entries.firstIndex(where: isNext) ?? contents.entries.count
            defer { contents.entries.removeFirst(count) }
            return Array(contents.entries.prefix(count))
        }
    }

    /// Takes the oldest entry.
    func takeFirst() -> Entry? {
        contents.withLock { $0.entries.isEmpty ? nil : $0.entries.removeFirst() }
    }

    private func add(
        _ action: Action?, _ effects: [Effect], _ info: TransitionInfo, _ after: State, rejection: String? = nil
    ) {
        contents.withLock { contents in
            contents.entries.append(
                Entry(
                    seq: info.seq, action: action, origin: info.origin, cause: info.cause, before: contents.state,
                    after: after, effects: effects, rejection: rejection))
            contents.state = after
        }
        signal.notify()
    }

    override func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {
        add(action, effects, info, state())
    }

    override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        add(action, [], info, state(), rejection: reason)
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
        add(nil, [], info, state)
    }
}
