internal import DequeModule

/// What waits to be written to one client: everybody puts in without waiting, one writer takes out.
///
/// Responses are never dropped; there are only as many as requests were taken in. Notifications of a stream that do not
/// fit are dropped, and one marker takes their place, which says at the moment it is written how many are missing.
///
/// Whoever has much to tell may wait for a client that reads: as long as it takes where the client takes `pace` bytes a
/// second, for a moment where it takes less. What a client takes lets the patience with it grow again.
final class Outbox: Sendable {
    /// A source of numbered notifications for one client.
    struct Stream: Hashable, Sendable {
        let store: String
        let subscription: String
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
        /// For how long this client may still be waited for.
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

    /// How long a client is waited for that takes nothing.
    static let patience = Duration.milliseconds(250)
    /// How many bytes a second a client has to take so that it is waited for again and again.
    static let pace = 1 << 20

    private let state = AsyncCondition(State())
    private let notificationLimit: Int
    private let responseLimit: Int
    private let encodeGap: @Sendable (Stream, ClosedRange<Int>) -> [UInt8]

    /// - Parameters:
    ///   - notificationLimit: Bytes of notifications that may wait.
    ///   - responseLimit: Bytes of responses from which on `waitForRoom` waits.
    ///   - encodeGap: Writes the line that tells of a gap.
    init(
        notificationLimit: Int, responseLimit: Int,
        encodeGap: @escaping @Sendable (Stream, ClosedRange<Int>) -> [UInt8]
    ) {
        self.notificationLimit = notificationLimit
        self.responseLimit = responseLimit
        self.encodeGap = encodeGap
    }

    /// The most bytes that ever waited here.
    var peakBytes: Int { state.read { $0.peakBytes } }

    /// For how long the client may still be waited for.
    var patience: Duration { state.read { $0.patience } }

    /// Queues a response.
    func respond(_ line: [UInt8]) {
        state.update { state in
            if !state.isFinished { state.append(.response(line)) }
        }
    }

    /// Queues a notification that belongs to no stream and is not dropped.
    ///
    /// - Returns: Whether there was room; a client that leaves so many unread is not worth keeping.
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

    /// Queues a notification of a stream, or makes it part of the stream's gap.
    ///
    /// - Parameters:
    ///   - line: The notification; `nil` where it was not worth encoding.
    ///   - seqs: The transitions it tells of.
    func notify(_ stream: Stream, _ seqs: ClosedRange<Int>, _ line: [UInt8]?) {
        state.update { state in
            guard !state.isFinished else { return }
            if let gap = state.gaps[stream] {
                state.gaps[stream] = min(gap.lowerBound, seqs.lowerBound)...max(gap.upperBound, seqs.upperBound)
            } else if let line, state.notificationBytes + line.count <= notificationLimit {
                state.append(.notification(line))
            } else {
                state.gaps[stream] = seqs
                state.append(.gap(stream))
            }
        }
    }

    /// Forgets what a stream has to say that was not written yet.
    func drop(_ stream: Stream) {
        state.update { state in
            guard state.gaps.removeValue(forKey: stream) != nil else { return }
            state.items.removeAll { item in
                if case .gap(stream) = item { true } else { false }
            }
        }
    }

    /// Whether so much waits here that it is time to let the client read, and whether there is patience left to do that.
    var isWorthWaiting: Bool {
        state.read { !$0.isFinished && !hasRoom($0) && $0.patience > .zero }
    }

    /// Waits until the client has read so much that there is room again, for as long as there is patience with it.
    ///
    /// - Parameter clock: The time that patience is measured in.
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

    /// Takes what is to be written next, several lines at once where they are short; `nil` once all is written.
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

    /// Waits until the client has taken so many responses that the next request may be answered.
    func waitForRoom() async {
        _ = await state.wait { [responseLimit] state in
            state.responseBytes < responseLimit || state.isFinished ? true : nil
        }
    }

    /// Lets the writer end once what waits is written; nothing more gets in.
    func finish() {
        state.update { $0.isFinished = true }
    }
}
