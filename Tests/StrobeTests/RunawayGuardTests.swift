import Testing

@testable import Strobe

@Suite("Chains of answers")
struct RunawayGuardTests {
    private let start = ContinuousClock.now

    /// The number of links that a chain may have at an interval.
    private func links(every interval: Duration, limit: Int, atMost count: Int) -> (links: Int, chain: RunawayGuard) {
        let chain = RunawayGuard(depth: 2, now: start)
        for link in 1...count {
            let now = start + interval * link
            if chain.isEndless(at: 2 + link, limit: limit, running: 0, now: { now }, name: { "link \(link)" }) {
                return (link, chain)
            }
        }
        return (count, chain)
    }

    @Test("a quick chain ends at ten times the limit, and names its last actions once")
    func quick() {
        let (links, chain) = links(every: .microseconds(50), limit: 10, atMost: 1_000)
        #expect(links == 100)
        #expect(chain.namesToReport() == (93...100).map { "link \($0)" })
        #expect(chain.namesToReport() == nil)
    }

    @Test("a chain that takes its time goes on for ever")
    func slow() {
        #expect(links(every: .milliseconds(11), limit: 10, atMost: 100_000).links == 100_000)
    }

    @Test("a chain that was slow and becomes quick ends")
    func becomesQuick() {
        let chain = RunawayGuard(depth: 0, now: start)
        var now = start
        for depth in 1...300 {
            now += .seconds(1)
            #expect(!chain.isEndless(at: depth, limit: 5, running: 0, now: { now }, name: { "" }))
        }
        let end = (301...500).first { chain.isEndless(at: $0, limit: 5, running: 0, now: { now }, name: { "" }) }
        #expect(end != nil)
    }

    @Test("many answers to one action are no loop, however quick")
    func stream() {
        let chain = RunawayGuard(depth: 2, now: start)
        #expect(!(0..<100_000).contains { _ in isEndless(chain, at: 3, after: .zero) })
    }

    @Test("a chain does not go on while too many effects run, nor until a second later")
    func breadth() {
        let chain = RunawayGuard(depth: 2, now: start)
        #expect(!isEndless(chain, at: 3, running: 599, after: .zero))
        #expect(isEndless(chain, at: 4, running: 600, after: .milliseconds(100)))
        // The remaining branches are dropped until there was a pause.
        #expect(isEndless(chain, at: 4, running: 10, after: .milliseconds(900)))
        #expect(isEndless(chain, at: 5, running: 0, after: .milliseconds(1_800)))
        #expect(!isEndless(chain, at: 6, running: 0, after: .milliseconds(2_900)))
        #expect(!isEndless(chain, at: 7, running: 0, after: .milliseconds(2_900)))
    }

    private func isEndless(_ chain: RunawayGuard, at depth: Int, running: Int = 0, after time: Duration) -> Bool {
        let now = start + time
        return chain.isEndless(at: depth, limit: 5, running: running, now: { now }, name: { "" })
    }

    @Test("a limit that is no limit is never reached")
    func unlimited() {
        let chain = RunawayGuard(depth: 0, now: start)
        #expect(!chain.isEndless(at: .max, limit: .max, running: .max, now: { start }, name: { "" }))
    }
}
