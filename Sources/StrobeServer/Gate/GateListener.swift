internal import StrobeProtocol

/// One subscription of one session to the gate of one store.
final class GateListener: Sendable {
    private let outlet: SubscriptionBuffer
    private var stream: Outbox.Stream { outlet.stream }

    init(subscription: String, store: String, outbox: Outbox) {
        outlet = SubscriptionBuffer(Outbox.Stream(store: store, subscription: subscription), outbox)
    }

    func tell(_ stop: GateStop, seq: Int, count: Int) {
        let message = GateStopped(
            subscription: stream.subscription, store: stream.store, seq: seq, stop: stop, count: count)
        outlet.insist(seq, LineEncoding.notification(message))
    }

    func tellResumed(_ reason: GateResumed.Reason, seq: Int) {
        let message = GateResumed(
            subscription: stream.subscription, store: stream.store, seq: seq, reason: reason)
        outlet.insist(seq, LineEncoding.notification(message))
    }

    func tell(_ lines: [GateRecord.Line]) {
        for line in lines {
            let message = GateLogged(
                subscription: stream.subscription, store: stream.store, breakpoint: line.breakpoint, seq: line.seq,
                text: line.text)
            outlet.send(line.seq...line.seq, outlet.isBehind ? nil : LineEncoding.notification(message))
        }
    }

    /// Adds transitions to the range that the client missed.
    func skip(_ seqs: ClosedRange<Int>) {
        outlet.send(seqs, nil)
    }

    /// Whether it has stopped sending.
    var hasEnded: Bool { outlet.hasEnded }

    /// Starts sending; see ``SubscriptionBuffer/begin()``.
    func begin() { outlet.begin() }

    /// Stops sending, even if a notification is about to be sent.
    func end() { outlet.end() }
}
