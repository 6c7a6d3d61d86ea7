import Strobe
import Testing

/// The examples of replays; each is in the documentation of what it shows.
@Suite("Examples of replays")
struct ReplayExamples {
    @Test("a program asks what becomes of effects")
    func effects() {
        func performs(_ effects: ReplayEffects) -> Bool { effects == .live }
        #expect(performs(.live) && !performs(.recorded))
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
        if let replay = store.replay.info { print("replaying \(replay.source ?? "actions")") }
        #expect(!store.replay.isOn)
    }
}
