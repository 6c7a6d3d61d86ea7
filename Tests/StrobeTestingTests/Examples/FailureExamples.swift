import StrobeTesting
import Testing

/// The examples of what becomes of failures; they are in the documentation of `TestFailure`.
@Suite("Examples of failures")
struct FailureExamples {
    @Test("a test store takes a report of its own")
    func report() async {
        let store = TestStore(initial: 0, report: { print($0) }) { (sum: inout Int, number: Int) in sum += number }
        await store.send(1)
        await store.finish()
        #expect(store.state == 1)
    }
}
