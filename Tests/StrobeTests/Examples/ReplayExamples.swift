import Strobe
import Testing

/// The examples of replays; each is in the documentation of what it shows.
@Suite("Examples of replays")
struct ReplayExamples {
    @Test("effects are not performed while they are suppressed")
    func suppressed() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in
            sum += number
            return ["save \(sum)"]
        }
        store.setEffectHandler { effect, context in print(effect) }
        store.beginReplay(ReplayInfo(effects: .suppressed))
        store.dispatch(1)  // prints nothing
        store.endReplay()
        store.dispatch(1)  // prints: save 2
        #expect(store.state == 2)
    }

    @Test("an info says what becomes of effects")
    func info() {
        let info = ReplayInfo(effects: .recorded, source: "monday.strobe")
        print(info.effects.rawValue, info.source ?? "")  // recorded monday.strobe
        #expect(info.effects == .recorded && info.source == "monday.strobe")
    }

    @Test("a store says whether it is being replayed")
    func mode() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        store.beginReplay(ReplayInfo(effects: .recorded, source: "monday.strobe"))
        print(store.replay.isOn, store.replay.info?.source ?? "")  // true monday.strobe
        store.endReplay()
        print(store.replay.isOn)  // false
        #expect(!store.replay.isOn)
    }

    @Test("every store can be asked")
    func replayable() {
        func replays<S: ReplayableStore>(_ store: S) -> Bool { store.replay.isOn }
        let store = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
        print(replays(store))  // false
        #expect(!replays(store))
    }
}
