internal import Synchronization

/// What one subscription tells of one store, on its way to the client.
///
/// What there is to tell before the answer to `subscribe` is on its way is kept until it is: nothing gets lost that happens
/// from then on, and nobody is told of a subscription that he does not know yet.
final class SubscriptionBuffer: Sendable {
    private struct Early: Sendable {
        var seqs: ClosedRange<Int>
        var line: [UInt8]?
        var isRare: Bool
    }

    private struct State: Sendable {
        var isEnded = false
        /// What is kept; `nil` from the beginning on.
        var early: [Early]? = []
        /// Of what transitions that told which was too much to be kept.
        var missed: ClosedRange<Int>?
    }

    /// How many notifications are kept: it is for a moment, and an answer that waits for its reader may take long.
    private static let earlyLimit = 1_000

    let stream: Outbox.Stream
    private let outbox: Outbox
    private let state = Mutex(State())

    init(_ stream: Outbox.Stream, _ outbox: Outbox) {
        self.stream = stream
        self.outbox = outbox
    }

    /// Whether whatever comes next is dropped, because the client is too slow.
    var isBehind: Bool { outbox.isBehind(stream) }

    /// Whether it is told nothing any more.
    var hasEnded: Bool { state.withLock { $0.isEnded } }

    /// Tells what was kept, and everything at once from now on.
    func begin() {
        state.withLock { state in
            let early = state.early ?? []
            state.early = nil
            guard !state.isEnded else { return }
            if let missed = state.missed { outbox.notify(stream, missed, nil) }
            for one in early { tell(one) }
        }
    }

    /// Tells nothing any more, whoever is just about to.
    func end() {
        state.withLock { $0 = State(isEnded: true) }
        outbox.drop(stream)
    }

    /// Sends a notification, or makes its transitions part of what the client missed.
    ///
    /// - Parameter line: The notification; `nil` where it is missed already.
    func send(_ seqs: ClosedRange<Int>, _ line: [UInt8]?) {
        take(Early(seqs: seqs, line: line, isRare: false))
    }

    /// Sends what is rare and must not be lost among what is not, such as the entries of a program that runs.
    func insist(_ seq: Int, _ line: [UInt8]?) {
        guard let line else { return }
        take(Early(seqs: seq...seq, line: line, isRare: true))
    }

    private func take(_ one: Early) {
        state.withLock { state in
            guard !state.isEnded else { return }
            guard state.early != nil else { return tell(one) }
            if state.early?.count == Self.earlyLimit, let seqs = state.early?.removeFirst().seqs {
                let missed = state.missed ?? seqs
                state.missed = min(missed.lowerBound, seqs.lowerBound)...max(missed.upperBound, seqs.upperBound)
            }
            state.early?.append(one)
        }
    }

    private func tell(_ one: Early) {
        if one.isRare, let line = one.line, outbox.announce(line) { return }
        outbox.notify(stream, one.seqs, one.isRare ? nil : one.line)
    }
}
