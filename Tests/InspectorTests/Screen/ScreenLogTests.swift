import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("The log of the full-screen view")
struct ScreenLogTests {
    @Test("the entries of all stores are in the order of their times")
    func merged() {
        var bench = ScreenBench()
        for _ in 0..<5 {
            bench.append(2, to: "shop")
            bench.append(1, to: "user")
        }
        bench.look()
        #expect(bench.model.log.rows.map(\.time) == bench.model.log.rows.map(\.time).sorted())
        #expect(bench.model.log.rows.count == 15)
        #expect(bench.model.log.rows.last?.id == .init(store: "user", seq: 5))
    }

    @Test("travelling back loads earlier pages, and no entry is missing between two of them")
    func pages() {
        var bench = ScreenBench(filled: ["shop": 3_000, "user": 900])
        var seen: [ScreenLog.ID] = []
        for _ in 0..<4_000 {
            bench.press(.up)
            if let selection = bench.model.selection, seen.last != selection { seen.append(selection) }
        }
        #expect(seen.count == 3_899)
        #expect(seen.filter { $0.store == "shop" }.map(\.seq) == (1...3_000).reversed())
        #expect(seen.filter { $0.store == "user" }.map(\.seq) == (1..<900).reversed())
        #expect(bench.model.log.isAtBeginning)
    }

    @Test("its memory is bounded, back and forth, and what was dropped is loaded again")
    func bounded() {
        var bench = ScreenBench(["shop"], filled: ["shop": 14_000])
        var most = 0
        for _ in 0..<600 {
            bench.press(.pageUp)
            most = max(most, bench.model.log.rows.count)
        }
        #expect(bench.model.selection?.seq ?? .max < 5_000)
        for _ in 0..<850 {
            bench.press(.pageDown)
            most = max(most, bench.model.log.rows.count)
        }
        #expect(bench.model.isFollowing)
        #expect(bench.model.selection?.seq == 14_000)
        #expect(most <= 8_200)
    }

    @Test("a store that is far ahead is followed by its newest page, not by all that happened")
    func farBehind() {
        var bench = ScreenBench(["shop"], filled: ["shop": 10])
        bench.append(50_000, to: "shop")
        let before = bench.sentEntries
        bench.look()
        #expect(bench.model.selection?.seq == 50_010)
        #expect(bench.sentEntries - before <= 200)
    }

    @Test("while one looks at the past, new entries are counted and neither loaded nor moved to")
    func past() {
        var bench = ScreenBench(filled: ["shop": 50, "user": 1])
        bench.press(.up, .up)
        let (shown, selection) = (bench.shown, bench.model.selection)
        let before = bench.sentEntries
        for _ in 0..<20 {
            bench.append(30, to: "shop")
            bench.append(1, to: "user")
            bench.look()
        }
        #expect(bench.shown == shown)
        #expect(bench.model.selection == selection)
        #expect(bench.sentEntries - before <= 400)
        bench.press(.end)
        #expect(bench.model.isFollowing && bench.model.selection == .init(store: "user", seq: 21))
    }

    @Test("large actions and endless texts are not kept")
    func large() {
        var log = ScreenLog()
        log.note([
            StoreDescription(
                id: "shop", name: "", stateType: "", actionType: "", kind: "", seq: 1, firstSeq: 0, paused: false,
                capabilities: .init(dispatch: true, replay: true, jump: true))
        ])
        let text = String(repeating: "x", count: 100_000)
        let entry = LogEntry(
            seq: 1, time: 1, action: .string(text), label: text, origin: "app",
            effects: (0..<100).map { _ in EffectDescription(label: text, value: .string(text)) }, error: text)
        log.add(LogList.Result(seq: 1, entries: [entry]), of: "shop", ScreenLog.Span())
        let kept = log.rows[0].entry
        #expect(kept.action == nil && kept.label.count == 300 && kept.effects.count == 4)
        #expect(kept.effects.allSatisfy { $0.label.count == 300 && $0.value == nil } && kept.error?.count == 300)
    }

    @Test("a page that was requested before the filter changed is not taken")
    func stale() {
        var bench = ScreenBench(["shop"], filled: ["shop": 5])
        bench.append(5, to: "shop", label: ".other")
        bench.isSlow = true
        bench.look()
        bench.model.generation += 1
        bench.settle()
        #expect(bench.model.log.rows.count == 5)
    }
}
