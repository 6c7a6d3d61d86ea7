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

    /// Makes transitions part of what the client is told to have missed.
    func skip(_ seqs: ClosedRange<Int>) {
        outlet.send(seqs, nil)
    }

    /// Whether it is told nothing any more.
    var hasEnded: Bool { outlet.hasEnded }

    /// Tells what there is to tell from now on; see ``SubscriptionBuffer/begin()``.
    func begin() { outlet.begin() }

    /// Tells nothing any more, whoever is just about to.
    func end() { outlet.end() }
}
