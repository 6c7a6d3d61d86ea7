import Foundation
import SeededTesting
import Strobe
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import StrobeHistory

@Suite("Reading a log for a recording")
struct RecordingTests {
    @Test("every transition of a store that is not hurried comes with what it changed")
    func each() async throws {
        let store = Store(
            initial: Lab(), reduce: { (state: inout Lab, action: LabAction) in experiment(&state, action) })
        let history = History(store: store)
        let feed = history.recordingFeed()
        var generator = SeededGenerator(seed: 7)
        var reader = RecordingReader(Lab())
        for turn in 1...300 {
            store.dispatch(.random(&generator))
            while reader.seq < turn, let items = await feed.next() { for item in items { try reader.take(item) } }
        }
        feed.end()
        #expect(await feed.next() == nil)
        #expect(reader.seq == 300)
        #expect(reader.merged == 0)
        #expect(reader.value == (try Node(store.state).value()))
    }

    @Test("a store that runs at full speed is read without a transition left out, and its last state is right")
    func fullSpeed() async throws {
        let store = Store(
            initial: Lab(), reduce: { (state: inout Lab, action: LabAction) in experiment(&state, action) })
        var options = HistoryOptions()
        options.budgetBytes = 256 << 20
        let history = History(store: store, options: options)
        let feed = history.recordingFeed()
        let dispatcher = Task.detached {
            var generator = SeededGenerator(seed: 1)
            for _ in 0..<60_000 { store.dispatch(.random(&generator)) }
            feed.end()
        }
        var reader = RecordingReader(Lab())
        while let items = await feed.next() { for item in items { try reader.take(item) } }
        await dispatcher.value
        // The end may have come during a read; the rest is read as well.
        #expect(reader.seq == 60_000)
        #expect(reader.gaps.isEmpty)
        #expect(reader.value == (try Node(store.state).value()))
    }

    @Test("entries that are dropped before they are read are a gap, with the state after it")
    func gap() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        let feed = history.recordingFeed()
        for _ in 0..<100 { store.dispatch(.add(1)) }
        try await history.commit(60)
        feed.end()
        var reader = RecordingReader(Board())
        while let items = await feed.next() { for item in items { try reader.take(item) } }
        // It may have read some before they were dropped.
        #expect(reader.gaps.allSatisfy { $0.upperBound == 60 })
        #expect(reader.seq == 100)
        #expect(reader.value == (try Node(store.state).value()))
    }

    @Test("states of a store that cannot be replayed are recorded as well, also those that were not kept")
    func retained() async throws {
        let store = Store(initial: Board(), reduce: play)
        var options = HistoryOptions()
        options.replays = false
        options.retainedStates = 16
        let history = History(store: store, options: options)
        let feed = history.recordingFeed()
        for _ in 0..<2_000 { store.dispatch(.add(1)) }
        feed.end()
        var reader = RecordingReader(Board())
        while let items = await feed.next() { for item in items { try reader.take(item) } }
        #expect(reader.seq == 2_000)
        #expect(reader.value == (try Node(store.state).value()))
    }

    @Test("a reader that is too far behind gets several transitions as one")
    func merged() {
        var position = RecordingPosition(seq: 0, state: 0, notes: 0)
        #expect(position.merged(of: 1_000_000) == nil)
        position.learn(nanos: 9_000_000_000, entries: 1)
        #expect(position.merged(of: 1_000_000) == nil)
        for _ in 0..<8 {
            #expect(position.merged(of: 1_000_000) == nil)
            position.learn(nanos: 100_000_000, entries: 100)
        }
        #expect(position.merged(of: 2_000) == nil)
        #expect(position.merged(of: 2_001) == 1_751)
        #expect(position.merged(of: 10_000) == 9_750)
        // One entry is never more than one, however long the last one took.
        position.learn(nanos: 100_000_000_000, entries: 1)
        #expect(position.merged(of: 1) == nil)
        #expect(position.merged(of: 2) == 2)
    }

    @Test("remarks come after the transition that they were made after, and wake a waiting reader")
    func notes() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        let feed = history.recordingFeed()
        store.dispatch(.add(1))
        history.note("one")
        store.dispatch(.add(1))
        history.note("two")
        var texts: [String] = []
        var seqs: [Int] = []
        while texts.count < 2, let items = await feed.next() {
            for item in items {
                switch item {
                case .transition(let entry, _, _): seqs.append(entry.seq)
                case .note(let note):
                    texts.append(note.text)
                    #expect(seqs.last ?? 0 >= note.afterSeq)
                default: Issue.record("nothing else happened")
                }
            }
        }
        #expect(texts == ["one", "two"])
        let waiting = Task { await feed.next() }
        history.note("three")
        let items = try #require(await waiting.value)
        guard case .note(let note)? = items.first else { return _ = Issue.record("no remark came") }
        #expect(note.text == "three")
    }

    @Test("a feed ends with its history, and a waiting reader is notified")
    func ends() async {
        let store = Store(initial: Board(), reduce: play)
        var history: History? = History(store: store)
        let feed = history?.recordingFeed()
        let waiting = Task { await feed?.next() == nil }
        feed?.end()
        #expect(await waiting.value)
        history = nil
        #expect(await feed?.next() == nil)
    }

    @Test("owners of a history share its log, until the last one needs it no more")
    func sharing() async throws {
        let store = Store(initial: Board(), reduce: play)
        let first = History.shared(of: store)
        store.dispatch(.add(1))
        let second = History.shared(of: store)
        #expect(first === second)
        first.release()
        store.dispatch(.add(1))
        #expect(second.seq == 2)
        second.release()
        store.dispatch(.add(1))
        #expect(second.seq == 2)
        #expect(store.observers.isEmpty)
        let third = History.shared(of: store)
        #expect(third !== first)
        #expect(third.seq == 3)
    }

    @Test("a store that is read asynchronously is shared as well")
    func sharingObserved() async throws {
        let store = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
        let first = History.shared(observing: store)
        #expect(first === History.shared(observing: store))
    }

    @Test("a tap gets each transition before its dispatch returns")
    func tap() throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        let told = Mutex<[(seq: Int, count: Int?)]>([])
        history.tap { entry, state in told.withLock { $0.append((entry.seq, state?.count)) } }
        for turn in 1...5 {
            store.dispatch(.add(1))
            #expect(told.withLock { $0.last?.seq } == turn)
            #expect(told.withLock { $0.last?.count } == turn)
        }
        history.tap(nil)
        store.dispatch(.add(1))
        #expect(told.withLock { $0.count } == 5)
    }

    @Test("the end of a store is reported")
    func storeEnds() {
        var store: Store<Board, Move, Wish>? = Store(initial: Board(), reduce: play)
        let history = store.map { History(store: $0) }
        let isEnded = Mutex(false)
        history?.onEnd { isEnded.withLock { $0 = true } }
        store = nil
        #expect(isEnded.withLock { $0 })
    }
}

/// Computes states from the items of a feed, like a reader of the recording.
private struct RecordingReader {
    var seq = 0
    var value: Value?
    var known = 0
    var merged = 0
    var gaps: [ClosedRange<Int>] = []

    init(_ initial: some Sendable) {
        value = try? Node(initial).value()
    }

    mutating func take<State, Action, Effect>(_ item: RecordingItem<State, Action, Effect>) throws {
        switch item {
        case .transition(let entry, let changes, let fromSeq):
            #expect(entry.seq == seq + 1)
            seq = entry.seq
            guard let changes else { return merged += 1 }
            #expect(fromSeq == known)
            if var value { try Patch.apply(changes, to: &value); self.value = value }
            known = seq
        case .gap(let range):
            #expect(range.lowerBound == seq + 1)
            seq = range.upperBound
            gaps.append(range)
        case .state(let seq, let state):
            #expect(seq == self.seq)
            value = try Node(state).value()
            known = seq
        case .note: break
        }
    }
}
