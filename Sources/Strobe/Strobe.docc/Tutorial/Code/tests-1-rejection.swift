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
}
