internal import Synchronization

/// The notifications of one subscription to one store, on their way to the client.
///
/// Notifications before the answer to `subscribe` is on its way are kept until it is: none is lost, and the client gets
/// none for a subscription it does not know yet.
final class SubscriptionBuffer: Sendable {
    private struct Early: Sendable {
        var notification: Outbox.Numbered
        var isRare: Bool
    }

    private struct State: Sendable {
        var isEnded = false
        /// The kept notifications; `nil` once started.
        var early: [Early]? = []
        /// The transitions of the notifications dropped at the limit.
        var missed: ClosedRange<Int>?
    }

    /// The maximum number of notifications kept: usually for a moment, but an answer may wait long for its reader.
    private static let earlyLimit = 1_000

    let stream: Outbox.Stream
    private let outbox: Outbox
    private let state = Mutex(State())

    init(_ stream: Outbox.Stream, _ outbox: Outbox) {
        self.stream = stream
        self.outbox = outbox
    }

    /// Whether the next notification would be dropped, because the client is too slow.
    var isBehind: Bool { outbox.isBehind(stream) }

    /// Whether it has stopped sending.
    var hasEnded: Bool { state.withLock { $0.isEnded } }

    /// Sends the kept notifications; later ones are sent at once.
    func begin() {
        state.withLock { state in
            let early = state.early ?? []
            state.early = nil
            guard !state.isEnded else { return }
            if let missed = state.missed { outbox.notify(stream, missed, nil) }
            for one in early { tell(one) }
        }
    }

    /// Stops sending, even if a notification is about to be sent.
    func end() {
        state.withLock { $0 = State(isEnded: true) }
        outbox.drop(stream)
    }

    /// Sends a notification, or adds its transitions to the range that the client missed.
    ///
    /// - Parameter line: The notification; `nil` if it is missed already.
    func send(_ seqs: ClosedRange<Int>, _ line: [UInt8]?) {
        send([Outbox.Numbered(seqs: seqs, line: line)])
    }

    /// Sends notifications, or adds the transitions of those without a line to the range that the client missed.
    func send(_ batch: [Outbox.Numbered]) {
        state.withLock { state in
            guard !state.isEnded, !batch.isEmpty else { return }
            guard state.early != nil else { return outbox.notify(stream, batch) }
            for one in batch { keep(Early(notification: one, isRare: false), &state) }
        }
    }

    /// Sends a rare notification, which must not be dropped among frequent ones such as those of entries.
    func insist(_ seq: Int, _ line: [UInt8]?) {
        guard let line else { return }
        let one = Early(notification: Outbox.Numbered(seqs: seq...seq, line: line), isRare: true)
        state.withLock { state in
            guard !state.isEnded else { return }
            if state.early == nil { tell(one) } else { keep(one, &state) }
        }
    }

    private func keep(_ one: Early, _ state: inout State) {
        if state.early?.count == Self.earlyLimit, let seqs = state.early?.removeFirst().notification.seqs {
            let missed = state.missed ?? seqs
            state.missed = min(missed.lowerBound, seqs.lowerBound)...max(missed.upperBound, seqs.upperBound)
        }
        state.early?.append(one)
    }

    private func tell(_ one: Early) {
        guard one.isRare else { return outbox.notify(stream, [one.notification]) }
        if let line = one.notification.line, outbox.announce(line) { return }
        outbox.notify(stream, one.notification.seqs, nil)
    }
}
