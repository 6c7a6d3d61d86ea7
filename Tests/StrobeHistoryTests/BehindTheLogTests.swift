import Strobe
import StrobeHistory
import StrobeTree
import Synchronization
import Testing

@Suite("States that change beside the log", .timeLimit(.minutes(5)))
struct BehindTheLogTests {
    @Test("a foreign store that changes without a report is reported, if that can be known", arguments: [false, true])
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
        // An entry that changes the same value may be the cause, until it is replayed a second later.
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
}
