internal import Synchronization

/// The last states of a store that cannot be replayed, kept while a client is attached.
///
/// The writer keeps them; the debug thread drops the oldest, so that what they hold is freed there. The writer drops
/// some itself only if that thread is far behind.
final class RetainedStates<State: Sendable>: Sendable {
    private struct Ring {
        var slots: [State?]
        /// The number of the first and of the last state that is kept; none when last is less.
        var first = 0
        var last = -1

        /// Removes and returns everything.
        mutating func clear() -> [State?] {
            defer {
                slots = Array(repeating: nil, count: slots.count)
                last = first - 1
            }
            return slots
        }
    }

    private let ring: Mutex<Ring>

    init(capacity: Int) {
        ring = Mutex(Ring(slots: Array(repeating: nil, count: max(1, capacity))))
    }

    /// Keeps the state at a number: the oldest goes when there are too many, all when there is a gap.
    func keep(_ state: State, seq: Int) {
        ring.withLock { ring in
            let capacity = ring.slots.count
            if ring.last < ring.first || ring.last + 1 != seq {
                _ = ring.clear()
                ring.first = seq
            } else if seq - ring.first == capacity {
                ring.first += 1
            }
            ring.slots[seq % capacity] = state
            ring.last = seq
        }
    }

    /// Drops everything.
    func clear() {
        let gone = ring.withLock { $0.clear() }
        withExtendedLifetime(gone) {}
    }

    /// Drops the states before a number; the last one stays.
    func drop(before seq: Int) {
        let gone = ring.withLock { ring -> [State?] in
            var gone: [State?] = []
            while ring.first < min(seq, ring.last) {
                let slot = ring.first % ring.slots.count
                gone.append(ring.slots[slot].take())
                ring.first += 1
            }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// The first number whose state is kept.
    var firstSeq: Int? { ring.withLock { $0.last < $0.first ? nil : $0.first } }

    /// The last number whose state is kept.
    var lastSeq: Int? { ring.withLock { $0.last < $0.first ? nil : $0.last } }

    /// How many states are kept.
    var count: Int { ring.withLock { $0.last - $0.first + 1 } }

    /// The states of a range; `nil` if not all of them are kept.
    func states(_ seqs: ClosedRange<Int>) -> [State]? {
        ring.withLock { ring in
            guard seqs.lowerBound >= ring.first, seqs.upperBound <= ring.last else { return nil }
            let states = seqs.compactMap { ring.slots[$0 % ring.slots.count] }
            return states.count == seqs.count ? states : nil
        }
    }

    subscript(seq: Int) -> State? {
        ring.withLock { ring in
            seq >= ring.first && seq <= ring.last ? ring.slots[seq % ring.slots.count] : nil
        }
    }
}
