internal import StrobeProtocol
internal import Synchronization

/// One subscription of one session to the gate of one store.
final class GateListener: Sendable {
    let stream: Outbox.Stream
    private let outbox: Outbox
    private let isEnded = Mutex(false)

    init(subscription: String, store: String, outbox: Outbox) {
        stream = Outbox.Stream(store: store, subscription: subscription)
        self.outbox = outbox
    }

    func tell(_ stop: GateStop, seq: Int, count: Int) {
        let message = GateStopped(
            subscription: stream.subscription, store: stream.store, seq: seq, stop: stop, count: count)
        insist(seq, Wire.notification(message))
    }

    func tellResumed(_ reason: GateResumed.Reason, seq: Int) {
        let message = GateResumed(
            subscription: stream.subscription, store: stream.store, seq: seq, reason: reason)
        insist(seq, Wire.notification(message))
    }

    func tell(_ lines: [GateRecord.Line]) {
        for line in lines {
            let message = GateLogged(
                subscription: stream.subscription, store: stream.store, breakpoint: line.breakpoint, seq: line.seq,
                text: line.text)
            send(line.seq...line.seq, outbox.isBehind(stream) ? nil : Wire.notification(message))
        }
    }

    /// Makes transitions part of what the client is told to have missed.
    func skip(_ seqs: ClosedRange<Int>) {
        send(seqs, nil)
    }

    /// Whether it is told nothing any more.
    var hasEnded: Bool { isEnded.withLock { $0 } }

    /// Tells nothing any more, whoever is just about to.
    func end() {
        isEnded.withLock { $0 = true }
        outbox.drop(stream)
    }

    /// Sends what is rare and must not be lost among what is not, such as the entries of a program that runs.
    private func insist(_ seq: Int, _ line: [UInt8]?) {
        isEnded.withLock { isEnded in
            guard !isEnded, let line, !outbox.announce(line) else { return }
            outbox.notify(stream, seq...seq, nil)
        }
    }

    private func send(_ seqs: ClosedRange<Int>, _ line: [UInt8]?) {
        isEnded.withLock { isEnded in
            if !isEnded { outbox.notify(stream, seqs, line) }
        }
    }
}
