internal import Synchronization

/// Whether states come from replay, readable from any thread.
final class HistoryMode: Sendable {
    private let replays: Atomic<Bool>

    init(replays: Bool) {
        self.replays = Atomic(replays)
    }

    var isReplaying: Bool { replays.load(ordering: .acquiring) }

    func stopReplaying() {
        replays.store(false, ordering: .releasing)
    }

    /// The first number from which on every state can be asked for.
    func firstSeq<State>(base: Int, last: Int, retained: RetainedStates<State>) -> Int {
        isReplaying ? base : retained.firstSeq ?? (last == base ? base : last + 1)
    }
}
