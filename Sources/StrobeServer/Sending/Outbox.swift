internal import DequeModule
internal import StrobeSystem

/// The messages waiting to be written to one client: senders enqueue without waiting, one writer dequeues.
///
/// Responses are never dropped; there are only as many as accepted requests. Notifications of a stream that do not fit
/// are dropped, and one marker takes their place, which gives the number of missing ones when it is written.
///
/// A sender with much to send may wait for a client that reads: as long as necessary if the client takes `pace` bytes a
/// second, otherwise only briefly. As the client reads, its patience grows again.
final class Outbox: Sendable {
    /// A source of numbered notifications for one client.
    struct Stream: Hashable, Sendable {
        let store: String
        let subscription: String
    }

    /// A notification of a stream.
    struct Numbered: Sendable {
        /// The transitions that it reports.
        var seqs: ClosedRange<Int>
        /// `nil` if it was not encoded.
        var line: [UInt8]?
    }

    private enum Item: Sendable {
        case response([UInt8])
        case notification([UInt8])
        case gap(Stream)
    }

    private struct State: Sendable {
        var items = Deque<Item>()
        var notificationBytes = 0
        var responseBytes = 0
        var gaps: [Stream: ClosedRange<Int>] = [:]
        var isFinished = false
        var peakBytes = 0
        /// How long senders may still wait for this client.
        var patience = Outbox.patience

        mutating func append(_ item: Item) {
            items.append(item)
            switch item {
            case .response(let bytes): responseBytes += bytes.count
            case .notification(let bytes): notificationBytes += bytes.count
            case .gap: break
            }
            peakBytes = max(peakBytes, notificationBytes + responseBytes)
        }
    }

    /// How long senders wait for a client that reads nothing.
    static let patience = Duration.milliseconds(250)
    /// The number of bytes a second that a client must read for senders to keep waiting for it.
    static let pace = 1 << 20

    private let state = AsyncCondition(State())
    private let notificationLimit: Int
    private let responseLimit: Int
    private let encodeGap: @Sendable (Stream, ClosedRange<Int>) -> [UInt8]

    /// - Parameters:
    ///   - notificationLimit: The maximum size of the waiting notifications, in bytes.
    ///   - responseLimit: The size of the waiting responses at which `waitForRoom` waits, in bytes.
    ///   - encodeGap: Encodes the line that reports a gap.
    init(
        notificationLimit: Int, responseLimit: Int,
        encodeGap: @escaping @Sendable (Stream, ClosedRange<Int>) -> [UInt8]
    ) {
        self.notificationLimit = notificationLimit
        self.responseLimit = responseLimit
        self.encodeGap = encodeGap
    }

    /// The peak size of the waiting messages, in bytes.
    var peakBytes: Int { state.read { $0.peakBytes } }

    /// How long senders may still wait for the client.
    var patience: Duration { state.read { $0.patience } }

    /// Queues a response.
    func respond(_ line: [UInt8]) {
        state.update { state in
            if !state.isFinished { state.append(.response(line)) }
        }
    }

    /// Queues a notification that belongs to no stream and is not dropped.
    ///
    /// - Returns: Whether there was room; a client with so many unread should be disconnected.
    func announce(_ line: [UInt8]) -> Bool {
        state.update { state in
            guard !state.isFinished else { return true }
            guard (state.notificationBytes + line.count) / 2 <= notificationLimit else { return false }
            state.append(.notification(line))
            return true
        }
    }

    /// Whether the next notification of a stream would be dropped whatever its size, so that it need not be encoded.
    func isBehind(_ stream: Stream) -> Bool {
        state.read { $0.isFinished || $0.gaps[stream] != nil }
    }

    /// Queues a notification of a stream, or adds it to the stream's gap.
    ///
    /// - Parameters:
    ///   - line: The notification; `nil` if it was not encoded.
    ///   - seqs: The transitions that it reports.
    func notify(_ stream: Stream, _ seqs: ClosedRange<Int>, _ line: [UInt8]?) {
        notify(stream, [Numbered(seqs: seqs, line: line)])
    }

    /// Queues notifications of a stream, or adds them to the stream's gap.
    func notify(_ stream: Stream, _ batch: [Numbered]) {
        state.update { state in
            guard !state.isFinished else { return }
            for one in batch {
                if let gap = state.gaps[stream] {
                    state.gaps[stream] =
                        min(gap.lowerBound, one.seqs.lowerBound)...max(gap.upperBound, one.seqs.upperBound)
                } else if let line = one.line, state.notificationBytes + line.count <= notificationLimit {
                    state.append(.notification(line))
                } else {
                    state.gaps[stream] = one.seqs
                    state.append(.gap(stream))
                }
            }
        }
    }

    /// Drops the unwritten notifications of a stream.
    func drop(_ stream: Stream) {
        state.update { state in
            guard state.gaps.removeValue(forKey: stream) != nil else { return }
            state.items.removeAll { item in
                if case .gap(stream) = item { true } else { false }
            }
        }
    }

    /// Whether so much is waiting that the client should read first, and patience is left.
    var isWorthWaiting: Bool {
        state.read { !$0.isFinished && !hasRoom($0) && $0.patience > .zero }
    }

    /// Waits until the client has read enough, as long as there is patience.
    ///
    /// - Parameter clock: The clock that measures patience.
    func waitForReader(in clock: any Clock<Duration>) async {
        while !Task.isCancelled, isWorthWaiting {
            let patience = state.read { $0.patience }
            let time = await clock.measure {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        _ = await self.state.wait { self.hasRoom($0) || $0.isFinished ? true : nil }
                    }
                    group.addTask { try? await clock.sleep(for: patience) }
                    _ = await group.next()
                    group.cancelAll()
                }
            }
            state.update { $0.patience = max(.zero, $0.patience - time) }
        }
    }

    private func hasRoom(_ state: State) -> Bool { state.notificationBytes <= notificationLimit / 2 }

    /// Takes the next lines to write, several short ones at once; `nil` once all are written.
    func next() async -> [UInt8]? {
        let batch: [UInt8]?? = await state.wait { state in
            guard !state.items.isEmpty else { return state.isFinished ? .some(nil) : nil }
            var batch: [UInt8] = []
            while batch.count < 32 * 1024, let item = state.items.popFirst() {
                switch item {
                case .response(let line):
                    state.responseBytes -= line.count
                    batch += line
                case .notification(let line):
                    state.notificationBytes -= line.count
                    batch += line
                case .gap(let stream):
                    if let seqs = state.gaps.removeValue(forKey: stream) { batch += self.encodeGap(stream, seqs) }
                }
            }
            let earned = Duration.seconds(1) * (Double(batch.count) / Double(Self.pace))
            state.patience = min(Self.patience, state.patience + earned)
            return batch
        }
        return batch ?? nil
    }

    /// Waits until the client has read enough responses for the next request to be answered.
    func waitForRoom() async {
        _ = await state.wait { [responseLimit] state in
            state.responseBytes < responseLimit || state.isFinished ? true : nil
        }
    }

    /// Lets the writer end once everything is written; nothing more is accepted.
    func finish() {
        state.update { $0.isFinished = true }
    }
}
