import Testing

@testable import Strobe

@Suite("Chains of answers")
struct ActionChainTests {
    private let start = ContinuousClock.now

    /// How many links a chain may have, if each takes so long.
    private func links(every interval: Duration, limit: Int, atMost count: Int) -> (links: Int, chain: ActionChain) {
        let chain = ActionChain(depth: 2, now: start)
        for link in 1...count {
            let now = start + interval * link
            if chain.isEndless(at: 2 + link, limit: limit, now: { now }, name: { "link \(link)" }) {
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
        let chain = ActionChain(depth: 0, now: start)
        var now = start
        for depth in 1...300 {
            now += .seconds(1)
            #expect(!chain.isEndless(at: depth, limit: 5, now: { now }, name: { "" }))
        }
        let end = (301...500).first { chain.isEndless(at: $0, limit: 5, now: { now }, name: { "" }) }
        #expect(end != nil)
    }

    @Test("many answers to one action are no loop, branches of branches are one")
    func breadth() {
        let stream = ActionChain(depth: 2, now: start)
        #expect(!(0..<100_000).contains { _ in stream.isEndless(at: 3, limit: 5, now: { start }, name: { "" }) })
        let tree = ActionChain(depth: 2, now: start)
        var count = 0
        let depth = (3...30).first { depth in
            (0..<(1 << (depth - 2))).contains { _ in
                count += 1
                return tree.isEndless(at: depth, limit: 5, now: { start }, name: { "" })
            }
        }
        #expect(depth == 11)
        #expect(count < 2_000)
        // Later branches come to nothing until there was silence for a second.
        #expect(tree.isEndless(at: 12, limit: 5, now: { start + .milliseconds(900) }, name: { "" }))
        #expect(tree.isEndless(at: 12, limit: 5, now: { start + .milliseconds(1_800) }, name: { "" }))
        #expect(!tree.isEndless(at: 12, limit: 5, now: { start + .milliseconds(2_900) }, name: { "" }))
    }

    @Test("a limit that is no limit is never reached")
    func unlimited() {
        let chain = ActionChain(depth: 0, now: start)
        #expect(!chain.isEndless(at: .max, limit: .max, now: { start }, name: { "" }))
    }
}
