import Strobe
import StrobeTesting
import Testing

@testable import Shop

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
    }
}
