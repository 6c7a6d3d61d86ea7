import Strobe
import StrobeTesting
import Testing

struct SearchTests {
    @Test("results that nobody searched for are rejected")
    func rejected() async {
        let store = TestStoreOf<Search>(initial: Search.State(), reducer: Search())
        await store.sendRejected(.found(["tea"]), reason: "nothing is searched for")
        await store.finish()
    }

    @Test("a search runs once typing pauses")
    func found() async {
        let store = TestStoreOf<Search>(initial: Search.State(), reducer: Search())
        let service = SearchService { text in ["green \(text)"] }
        store.setEffectHandler(schedule: service.schedule, async: service.perform)

        await store.send(.typed("te")) {
            $0.text = "te"
            $0.isSearching = true
        }
        await store.send(.typed("tea")) { $0.text = "tea" }

        store.clock.advance(by: .milliseconds(300))
        await store.receive(.found(["green tea"])) {
            $0.results = ["green tea"]
            $0.isSearching = false
        }
        await store.finish()
    }
}
