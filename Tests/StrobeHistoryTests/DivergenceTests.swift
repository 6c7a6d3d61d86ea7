import Foundation
import SeededTesting
import Strobe
import StrobeHistory
import StrobeTree
import Synchronization
import Testing

@Suite("Divergence", .timeLimit(.minutes(5)))
struct DivergenceTests {
    /// What an impure reducer reads.
    enum Impurity: CaseIterable, Sendable {
        case random, counter, clock
    }

    /// When a client attaches for the first time.
    enum Attaching: CaseIterable, Sendable {
        case before, between, after
    }

    private static func store(_ impure: @escaping @Sendable (inout Lab, LabAction) -> Void) -> Store<
        Lab, LabAction, Never
    > {
        Store<Lab, LabAction, Never>(initial: Lab()) { lab, action in
            experiment(&lab, action)
            impure(&lab, action)
            return []
        }
    }

    private static func reading(_ impurity: Impurity) -> Store<Lab, LabAction, Never> {
        let calls = Atomic<Int>(0)
        return store { lab, action in
            guard case .roll = action else { return }
            lab.dice =
                switch impurity {
                case .random: .random(in: 0...1)
                case .counter: Double(calls.add(1, ordering: .relaxed).newValue)
                case .clock: Double(DispatchTime.now().uptimeNanoseconds)
                }
        }
    }

    @Test(
        "an impure reducer is found with the first seq and path, wherever that is and whenever a client attaches",
        arguments: Impurity.allCases, LongTests.areRun ? [1, 2, 57, 1_024, 1_450] : [1, 1_450])
    func impure(_ impurity: Impurity, _ place: Int) async throws {
        for attaching in Attaching.allCases {
            var generator = SeededGenerator(seed: UInt64(place))
            let store = Self.reading(impurity)
            let history = History(store: store)
            let reports = DivergenceReports(history)
            if attaching == .before { history.attach() }
            for seq in 1...1_500 {
                if attaching == .between, seq == 700 { history.attach() }
                // Later impure entries do not count, nor do those that hide the difference.
                store.dispatch(seq == place || seq % 500 == 499 && seq > place ? .roll : .random(&generator))
            }
            if attaching == .after { history.attach() }
            let divergence = try #require(await reports.first())
            #expect(divergence.seq == place, "\(attaching)")
            #expect(divergence.path == Path(["dice"]))
            #expect(divergence.kind == .impureReducer)
            #expect(divergence.lastEqualSeq < place)
            #expect(divergence.changes.map(\.path) == [Path(["dice"])])
            #expect(!history.isReplaying)
            #expect(history.divergence == divergence)
            #expect(try await history.verify().divergence == divergence)
            #expect(try await history.state().state.dice == store.state.dice)
        }
    }

    @Test("an impure result that was overwritten since is found where it was first")
    func masked() async throws {
        let store = Self.reading(.random)
        let history = History(store: store)
        for action: LabAction in [.add(1), .roll, .clear, .add(1), .roll] { store.dispatch(action) }
        #expect(try await history.verify().divergence?.seq == 2)
    }

    @Test("a clock that is read in whole seconds is found out by replaying again a second later")
    func coarseClock() async throws {
        let offset = Atomic<Int>(1_000)
        let store = Self.store { lab, action in
            guard case .roll = action else { return }
            lab.stamp = Int(Date().timeIntervalSince1970) + offset.load(ordering: .relaxed)
        }
        let history = History(store: store)
        for action: LabAction in [.add(1), .tag("a"), .roll, .add(2), .tag("b")] { store.dispatch(action) }
        // As if that had been long ago.
        offset.store(0, ordering: .relaxed)
        let divergence = try #require(try await history.verify().divergence)
        #expect(divergence.seq == 3)
        #expect(divergence.path == Path(["stamp"]))
        #expect(divergence.kind == .impureReducer)
    }

    @Test("a replay of now that is not the one of before gives an impure reducer away")
    func setting() async throws {
        let setting = Atomic<Int>(1)
        let store = Self.store { lab, action in
            if case .roll = action { lab.stamp = setting.load(ordering: .relaxed) }
        }
        let history = History(store: store)
        history.attach()
        for action: LabAction in [.add(1), .roll, .add(2)] { store.dispatch(action) }
        #expect(try await history.state().state.stamp == 1)
        setting.store(2, ordering: .relaxed)
        for action: LabAction in [.roll, .add(2)] { store.dispatch(action) }
        #expect(try await history.state().seq == 5)
        #expect(try await history.verify().divergence == nil)
        // The replay follows at once, so nothing has diverged yet. A client that attaches later replays with other
        // settings.
        history.detach()
        setting.store(3, ordering: .relaxed)
        history.attach()
        let divergence = try #require(try await history.verify().divergence)
        // It is unknown whether anything else changed the state.
        #expect(divergence.kind == .changedBehind)
        #expect(divergence.path == Path(["stamp"]))
        #expect(divergence.seq == 5)
    }

    @Test("an array made from a set in the reducer is distinguished from an impure reducer", arguments: [3, 40])
    func setOrder(_ count: Int) async throws {
        var divergence: Divergence?
        // By chance the replay may have the order of the live state.
        for _ in 0..<100 where divergence == nil {
            let store = Self.store { lab, action in
                if case .list = action { lab.list = Array(lab.tags) }
            }
            let history = History(store: store)
            store.dispatch(.list)
            for number in 0..<count { store.dispatch(.tag("tag \(number)")) }
            for action: LabAction in [.list, .add(1), .list] { store.dispatch(action) }
            divergence = try await history.verify().divergence
        }
        let found = try #require(divergence)
        #expect(found.kind == .unorderedEncoding)
        #expect(found.path?.tokens.first == "list")
        #expect(found.seq == count + 2)
        #expect(found.comparedAt == count + 4)
    }

    private static let words = (0..<20).map(String.init)

    /// The divergence of a reducer that creates a list in no order.
    private static func divergence(of list: @escaping @Sendable () -> [String]) async throws -> Divergence {
        let store = Self.store { lab, action in if case .list = action { lab.list = list() } }
        let history = History(store: store)
        var found: Divergence?
        var last = 0
        // By chance the replay may have the orders of the live state, or some of them.
        for turn in 0..<100 where found == nil {
            last = turn * 4
            for action: LabAction in [.add(1), .list, .add(1), .list] { store.dispatch(action) }
            found = try await history.verify(from: last + 1).divergence
        }
        let divergence = try #require(found)
        #expect(divergence.path?.tokens.first == "list")
        #expect(divergence.seq > last && divergence.seq.isMultiple(of: 2))
        return divergence
    }

    @Test("a set within one reducer call is distinguished from a shuffle")
    func setInCall() async throws {
        #expect(try await Self.divergence { Array(Set(Self.words)) }.kind == .unorderedEncoding)
    }

    @Test(
        "a shuffle is impure",
        .enabled(if: Sanitizer.present != .address, "memory is not given out again, and a set has as many orders"))
    func shuffle() async throws {
        let divergence = try await Self.divergence { Self.words.shuffled() }
        #expect(divergence.kind == .impureReducer && divergence.seq == 2)
    }

    @Test("a set within one reducer call is no shuffle where memory is never given out again")
    func freshMemory() async throws {
        let kept = Mutex<[any Sendable]>([])
        let found = try await Self.divergence {
            let set = Set(Self.words)
            // Memory that is kept is not reused for the next sets.
            kept.withLock { $0 += [set] + (0..<4).map { _ in Set(0..<20) } + (0..<4).map { _ in Set(Self.words) } }
            return Array(set)
        }
        #expect(found.kind == .unorderedEncoding)
    }

    @Test("a set whose memory is now here, now there, is distinguished from a shuffle", arguments: [3, 7, 12])
    func movingSet(_ places: Int) async throws {
        let words = (0..<20).map(String.init)
        let turn = Atomic<Int>(0)
        let store = Self.store { lab, action in
            guard case .list = action else { return }
            let place = turn.add(1, ordering: .relaxed).newValue * 5 % places
            lab.list = Array(words[place...] + words[..<place])
        }
        let history = History(store: store)
        for action: LabAction in [.add(1), .list, .add(1)] { store.dispatch(action) }
        let divergence = try #require(try await history.verify(from: 1).divergence)
        #expect(divergence.kind == .unorderedEncoding && divergence.seq == 2)
    }

    /// A state that encodes a set in its order.
    struct Bag: Encodable, Sendable {
        var count = 0
        var words: Set<String> = []

        enum CodingKeys: CodingKey { case count, words }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(count, forKey: .count)
            try container.encode(Array(words), forKey: .words)
        }
    }

    @Test("a state that encodes a set in no order is reported, with the entry that wrote it")
    func encodingOrder() async throws {
        let store = Store<Bag, String, Never>(initial: Bag()) { bag, word in
            bag.count += 1
            if !word.isEmpty { bag.words = Set((0..<30).map { "\(word) \($0)" }) }
            return []
        }
        let history = History(store: store)
        store.dispatch("")
        store.dispatch("word")
        store.dispatch("")
        let divergence = try #require(try await history.verify().divergence)
        #expect(divergence.kind == .unorderedEncoding)
        #expect(divergence.seq == 2)
        #expect(divergence.path?.tokens.first == "words")
    }

    // MARK: Pure

    @Test("a pure reducer is never reported, over 1,000 random logs with restores, dry runs and ranges")
    func pure() async throws {
        for seed in 0..<1_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let store = Self.store { _, _ in }
            let history = History(store: store)
            let length = Int.random(in: 0...80, using: &generator)
            let attaching = Int.random(in: 0...80, using: &generator)
            for turn in 0..<length {
                if turn == attaching { history.attach() }
                switch Int.random(in: 0..<30, using: &generator) {
                case 0:
                    let past = try await history.state(at: Int.random(in: 0...history.seq, using: &generator))
                    store.restore(past.state)
                case 1: _ = try await history.dryRun(.random(&generator))
                case 2: #expect(try await history.verify().divergence == nil, "seed \(seed)")
                case 3 where attaching < turn:
                    history.detach()
                    history.attach()
                default: store.dispatch(.random(&generator))
                }
            }
            if length <= attaching { history.attach() }
            let result = try await history.verify()
            #expect(result.divergence == nil, "seed \(seed)")
            #expect(result.seq == history.seq && result.checked == history.seq)
            if history.seq > 0, seed % 16 == 0 {
                #expect(try await history.verify(from: 1).divergence == nil, "seed \(seed)")
            }
            #expect(history.isReplaying)
        }
    }

    // MARK: Asking

    @Test("verify of a range tries its transitions only, and says how many")
    func range() async throws {
        let store = Self.reading(.random)
        let history = History(store: store)
        for number in 1...100 { store.dispatch(number == 60 ? .clear : .add(1)) }
        let result = try await history.verify(from: 20, to: 50)
        #expect((result.from, result.seq, result.checked) == (20, 50, 31))
        #expect(result.divergence == nil)
        store.dispatch(.roll)
        store.dispatch(.clear)
        // The live state is not what differs, so it has to be replayed.
        #expect(try await history.verify().divergence == nil)
        #expect(try await history.verify(from: 1, to: 100).divergence == nil)
        let found = try await history.verify(from: 90)
        #expect(found.divergence?.seq == 101)
        #expect(found.checked == 12)
        #expect(!history.isReplaying)
    }

    @Test("what is not there cannot be verified")
    func refused() async throws {
        let store = Self.store { _, _ in }
        let history = History(store: store)
        store.dispatch(.add(1))
        for (from, to, code) in [(1, 5, HistoryError.Code.noSuchSeq), (3, nil, .noSuchSeq)]
            as [(Int?, Int?, HistoryError.Code)]
        {
            let error = await #expect(throws: HistoryError.self) { try await history.verify(from: from, to: to) }
            #expect(error?.code == code)
        }
        let other = History<Int, Int, Never>(initial: 0, reduce: nil)
        let error = await #expect(throws: HistoryError.self) { try await other.verify() }
        #expect(error?.code == .notReplayable)
        let task = Task { try await history.verify(from: 1) }
        task.cancel()
        // It may have been done before.
        if case .failure(let error) = await task.result { #expect((error as? HistoryError)?.code == .cancelled) }
    }

    // MARK: On and off

    @Test("replay goes on from the present state when it is turned on again, and finds what is impure again")
    func onAgain() async throws {
        let store = Self.reading(.random)
        let history = History(store: store)
        let told = Atomic<Int>(0)
        history.onDivergence { _ in told.add(1, ordering: .relaxed) }
        for action: LabAction in [.add(1), .roll, .add(1)] { store.dispatch(action) }
        history.attach()
        #expect(try await history.verify().divergence?.seq == 2)
        store.dispatch(.add(1))
        #expect(try await history.setReplaying(true) == 4)
        #expect(history.isReplaying && history.divergence == nil)
        // Retained states are still known, others are not.
        #expect(history.firstSeq == 3)
        #expect(try await history.state(at: 3).state.count == 2)
        await #expect(throws: HistoryError.self) { try await history.state(at: 1) }
        for _ in 0..<5 { store.dispatch(.add(1)) }
        #expect(try await history.verify().divergence == nil)
        #expect(try await history.state(at: 6).state.count == 5)
        #expect(try await history.dryRun(.add(1)).changes.count == 1)
        #expect(try await history.changes(of: 5) == [Change(.replace, Path(["count"]), value: 4, old: 3)])
        store.dispatch(.roll)
        let again = try #require(try await history.verify().divergence)
        #expect(again.seq == 10)
        #expect(again.lastEqualSeq == 9)
        #expect(told.load(ordering: .relaxed) == 2)
    }

    @Test("a store whose replay is off retains states, and never runs its reducer twice")
    func off() async throws {
        let calls = Atomic<Int>(0)
        let store = Self.store { _, _ in calls.add(1, ordering: .relaxed) }
        var options = HistoryOptions()
        options.replays = false
        let history = History(store: store, options: options)
        #expect(!history.isReplaying)
        store.dispatch(.add(1))
        history.attach()
        // The answer implies that the client is attached.
        _ = try await history.state()
        for _ in 0..<3 { store.dispatch(.add(1)) }
        #expect(try await history.state(at: 2).state.count == 2)
        #expect(try await history.changes(of: 3).count == 1)
        #expect(history.firstSeq == 1)
        #expect(calls.load(ordering: .relaxed) == 4)
        await #expect(throws: HistoryError.self) { try await history.verify() }
        // The other way round.
        #expect(try await history.setReplaying(true) == 4)
        store.dispatch(.add(1))
        #expect(try await history.state().state.count == 5)
        #expect(try await history.setReplaying(false) == 5)
        store.dispatch(.add(1))
        #expect(try await history.state().state.count == 6)
        #expect(history.firstSeq == 1)
        #expect(history.divergence == nil)
    }
}
