import Strobe
import StrobeHistory
import StrobeTree
import Synchronization
import Testing

@Suite("States that change beside the log", .timeLimit(.minutes(3)))
struct BehindTheLogTests {
    @Test("a foreign store that changes without telling is told so, where that can be known", arguments: [false, true])
    func foreign(_ writes: Bool) async throws {
        let live = Mutex(Lab())
        let history = History<Lab, LabAction, Never>(
            initial: Lab(),
            reduce: { lab, action in
                experiment(&lab, action)
                return []
            }, present: { live.withLock { $0 } })
        let reports = DivergenceReports(history)
        func dispatch(_ action: LabAction) {
            let state = live.withLock { lab in
                experiment(&lab, action)
                return lab
            }
            history.append(action, state: state)
        }
        history.attach()
        for number in 0..<10 { dispatch(.add(number)) }
        #expect(try await history.verify().divergence == nil)
        live.withLock { $0.stamp = 9 }
        dispatch(.tag("a"))
        // An entry that writes what differs may be at fault, until it is tried a second later.
        if writes { dispatch(.row([1])) }
        if writes { live.withLock { $0.rows[0] = [2] } }
        dispatch(.add(1))
        let divergence = try #require(await reports.first())
        #expect(divergence.kind == .changedBehind)
        #expect(divergence.seq == history.seq)
        #expect(divergence.lastEqualSeq == 10)
        #expect(divergence.path == Path(["stamp"]))
        #expect(try await history.state().state.stamp == 9)
    }

    /// An object that a state holds, and that others can reach.
    final class Box: Codable, Sendable {
        private let storage: Mutex<Int>
        var value: Int {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }
        init(_ value: Int) { storage = Mutex(value) }
        convenience init(from decoder: any Decoder) throws { self.init(try Int(from: decoder)) }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    struct Holder: Codable, Sendable {
        var count = 0
        var box = Box(0)
    }

    @Test("an object in the state that is changed without an action is told so")
    func object() async throws {
        let store = Store<Holder, Int, Never>(initial: Holder()) { holder, number in
            holder.count += 1
            if number > 0 { holder.box = Box(number) }
            return []
        }
        let history = History(store: store)
        for number in [0, 7, 0] { store.dispatch(number) }
        #expect(try await history.verify().divergence == nil)
        store.state.box.value = 8
        store.dispatch(0)
        let divergence = try #require(try await history.verify().divergence)
        #expect(divergence.kind == .changedBehind)
        #expect(divergence.path == Path(["box"]))
        #expect(divergence.seq == 4)
        #expect(divergence.lastEqualSeq == 3)
    }

    /// An object that does not encode itself.
    final class Gauge: Sendable {
        private let storage: Mutex<Int>
        var value: Int {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }
        init(_ value: Int) { storage = Mutex(value) }
    }

    struct Panel: CustomReflectable, Sendable {
        var count = 0
        var gauge = Gauge(0)
        var customMirror: Mirror { Mirror(self, children: ["count": count, "gauge": Dial(gauge)]) }
    }

    /// Shows what a gauge has; a mutex shows nothing.
    final class Dial: CustomReflectable, Sendable {
        let gauge: Gauge
        init(_ gauge: Gauge) { self.gauge = gauge }
        var customMirror: Mirror { Mirror(self, children: ["value": gauge.value]) }
    }

    @Test("an object that live state and replay share is told to have changed as well", arguments: [false, true])
    func sharedObject(_ encodes: Bool) async throws {
        let divergence: Divergence?
        if encodes {
            let store = Store<Holder, Int, Never>(initial: Holder()) { holder, _ in
                holder.count += 1
                return []
            }
            let history = History(store: store)
            store.dispatch(1)
            #expect(try await history.verify().divergence == nil)
            store.state.box.value = 8
            divergence = try await history.verify().divergence
            #expect(divergence?.path == Path(["box"]))
        } else {
            let store = Store<Panel, Int, Never>(initial: Panel()) { panel, _ in
                panel.count += 1
                return []
            }
            let history = History(store: store)
            store.dispatch(1)
            #expect(try await history.verify().divergence == nil)
            store.state.gauge.value = 8
            divergence = try await history.verify().divergence
            #expect(divergence?.path == Path(["gauge"]))
        }
        #expect(divergence?.kind == .changedBehind)
        #expect(divergence?.seq == 1)
    }

    @Test("a reducer that changes an object in place is found out, and replaying leaves the program's object alone")
    func inPlace() async throws {
        for attachesFirst in [true, false] {
            let store = Store<Holder, Int, Never>(initial: Holder()) { holder, number in
                holder.count += 1
                holder.box.value += number
                return []
            }
            let history = History(store: store)
            if attachesFirst { #expect(try await history.verify().divergence == nil) }
            for _ in 0..<5 { store.dispatch(1) }
            _ = try await history.verify()
            store.dispatch(1)
            let divergence = try #require(try await history.verify().divergence)
            #expect(divergence.kind == .changedBehind)
            #expect(divergence.path == Path(["box"]))
            #expect(store.state.box.value == 6)
        }
        let store = Store<Panel, Int, Never>(initial: Panel()) { panel, number in
            panel.count += 1
            panel.gauge.value += number
            return []
        }
        let history = History(store: store)
        for number in [0, 0, 1, 1, 1] { store.dispatch(number) }
        let divergence = try #require(try await history.verify().divergence)
        #expect(divergence.kind == .changedBehind)
        #expect(divergence.seq == 3)
        #expect(divergence.path == Path(["gauge"]))
        // The one time by which it was found out cannot be helped.
        #expect(store.state.gauge.value == 4)
    }
}
