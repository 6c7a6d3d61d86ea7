import Dispatch
import Testing

@testable import StrobeHistory

@Suite("The states that a replay goes on from")
struct VisitedStatesTests {
    private static let start = DispatchTime.now()

    private static func time(_ milliseconds: Int) -> DispatchTime { start + .milliseconds(milliseconds) }

    /// A state for each of some milliseconds, as far as it is kept.
    private static func followed(
        _ milliseconds: [Int], bytes: Int?, visitedAt visit: Int? = 0
    ) -> VisitedStates<Int> {
        var visited = VisitedStates<Int>()
        if let visit { visited.visit((0, 0), at: time(visit)) }
        for each in milliseconds { visited.follow((each, each), bytes: bytes, at: time(each)) }
        return visited
    }

    private static func seqs(_ visited: VisitedStates<Int>) -> [Int] { visited.all.map(\.seq).sorted() }

    @Test("while somebody looks at the past, a few are kept that are a little behind the present")
    func trail() {
        let visited = Self.followed(Array(stride(from: 10, through: 900, by: 10)), bytes: 0)
        #expect(Self.seqs(visited) == [0, 610, 710, 810])
        #expect(visited.nearest(to: 805, orElse: (500, 500)) == (710, 710))
        #expect(visited.nearest(to: 900, orElse: (850, 850)) == (850, 850))
        #expect(visited.nearest(to: 600, orElse: (500, 500)) == (500, 500))
    }

    @Test("two walks that are near each other each go on from their own state")
    func nearWalks() {
        var visited = VisitedStates<Int>()
        visited.visit((105, 105))
        visited.take(at: 100, keepsOther: true)
        visited.visit((101, 101))
        #expect(visited.close(to: 106) == nil)
        #expect(visited.nearest(to: 106, orElse: (0, 0)) == (105, 105))
        #expect(visited.close(to: 102) ?? (0, 0) == (101, 101))
        #expect(visited.close(to: 120) == nil)
        #expect(visited.close(to: 100) == nil)
    }

    @Test("large states are kept further apart, and none if they are too large or nobody looks")
    func costs() {
        let times = Array(stride(from: 10, through: 900, by: 10))
        #expect(Self.seqs(Self.followed(times, bytes: 10_000_000)) == [0, 10, 410, 810])
        #expect(Self.seqs(Self.followed(times, bytes: nil)) == [0])
        #expect(Self.seqs(Self.followed(times, bytes: 100, visitedAt: nil)) == [])
        #expect(Self.seqs(Self.followed(times + [1_100], bytes: 100)) == [0])
    }

    @Test("two walks each go on from where they were, and what is before the log is forgotten")
    func walks() {
        var visited = VisitedStates<Int>()
        visited.visit((10, 10))
        visited.take(at: 0, keepsOther: true)
        visited.visit((500, 500))
        #expect(Self.seqs(visited) == [10, 500])
        visited.take(at: visited.nearest(to: 11, orElse: (0, 0)).seq, keepsOther: true)
        visited.visit((11, 11))
        #expect(Self.seqs(visited) == [11, 500])
        visited.drop(before: 100)
        #expect(Self.seqs(visited) == [500])
        visited.take(at: 0, keepsOther: false)
        visited.visit((120, 120))
        #expect(Self.seqs(visited) == [120])
        visited.dropAll()
        #expect(visited.time == nil)
    }
}
