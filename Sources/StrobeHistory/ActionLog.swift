internal import Synchronization

/// The log of a store: every action in order, in chunks, and the states that were put in from outside.
///
/// There is one writer at a time (the store's lock sees to that) and any number of readers on any thread. The writer takes
/// no lock but for one entry in 4,096. `@unchecked Sendable` because of `tail`, which is the writer's own.
final class ActionLog<State: Sendable, Action: Sendable, Effect: Sendable>: @unchecked Sendable {
    typealias Chunk = LogChunk<Action, Effect>

    private let chunks: Mutex<[Chunk]>
    private let published = Atomic<Int>(0)
    private let restored = Mutex<[Int: State]>([:])
    @exclusivity(unchecked)
    private var tail: Chunk

    init() {
        let first = Chunk()
        chunks = Mutex([first])
        tail = first
    }

    /// The number of entries that can be read.
    var count: Int { published.load(ordering: .acquiring) }

    // MARK: The writer

    func append(_ action: Action, effects: [Effect], stamp: Stamp) {
        if tail.count == Chunk.capacity { grow() }
        tail.append(action, effects: effects, stamp: stamp)
        publish()
    }

    func append(state: State, stamp: Stamp) {
        if tail.count == Chunk.capacity { grow() }
        tail.append(stamp: stamp)
        let index = published.load(ordering: .relaxed)
        restored.withLock { $0[index] = state }
        publish()
    }

    private func publish() {
        published.store(published.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    private func grow() {
        let chunk = Chunk()
        chunks.withLock { $0.append(chunk) }
        tail = chunk
    }

    // MARK: Readers

    /// One entry, by its index from 0; the caller has checked it against `count`.
    func entry(at index: Int, seq: Int) -> Entry<Action, Effect> {
        let chunk = chunks.withLock { $0[index / Chunk.capacity] }
        let place = index % Chunk.capacity
        let stamp = chunk.stamps[place]
        return Entry(
            seq: seq, time: stamp.time, action: stamp.isState ? nil : chunk.actions[place], origin: stamp.origin,
            cause: stamp.cause, effects: chunk.effects[place], source: stamp.source,
            durationNanos: stamp.durationNanos)
    }

    /// Applies entries to a state, without effects.
    ///
    /// - Parameter range: Indices from 0; the caller has checked them against `count`.
    func replay(
        _ range: Range<Int>, on state: inout State, with reduce: (inout State, Action) -> [Effect]
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let chunk = chunks.withLock { $0[index / Chunk.capacity] }
            let end = min(range.upperBound, (index / Chunk.capacity + 1) * Chunk.capacity)
            while index < end {
                let place = index % Chunk.capacity
                if !chunk.stamps[place].isState {
                    _ = reduce(&state, chunk.actions[place])
                } else if let put = restored.withLock({ $0[index] }) {
                    state = put
                }
                index += 1
            }
        }
    }
}
