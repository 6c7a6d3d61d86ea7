import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("The full-screen view")
struct ScreenModelTests {
    private func id(_ store: String, _ seq: Int) -> ScreenLog.ID { .init(store: store, seq: seq) }

    // MARK: - Travelling

    @Test("it follows the end, and arrows travel through time and move the session")
    func travelling() {
        var bench = ScreenBench(["shop"], filled: ["shop": 10])
        #expect(bench.model.isFollowing && bench.model.selection == id("shop", 10))
        #expect(bench.takeNoted().isEmpty)
        bench.press(.up)
        #expect(bench.takeNoted() == [.move(store: "shop", seq: 9)])
        #expect(bench.model.detail?.subject.seq == 9)
        bench.type("kkj")
        #expect(bench.takeNoted().last == .move(store: "shop", seq: 8))
        bench.press(.home)
        #expect(bench.takeNoted() == [.move(store: "shop", seq: 1)])
        bench.press(.up)
        #expect(bench.model.selection == id("shop", 1))
        _ = bench.takeNoted()
        bench.press(.end)
        #expect(bench.model.isFollowing && bench.takeNoted() == [.move(store: "shop", seq: nil)])
        bench.append(1, to: "shop")
        bench.look()
        #expect(bench.model.selection == id("shop", 11))
        #expect(bench.takeNoted().isEmpty)
    }

    @Test("Down at the last entry returns to the live end")
    func downAtTheEnd() {
        var bench = ScreenBench(["shop"], filled: ["shop": 3])
        bench.press(.up, .down)
        #expect(!bench.model.isFollowing && bench.model.selection == id("shop", 3))
        bench.press(.down)
        #expect(bench.model.isFollowing && bench.takeNoted().last == .move(store: "shop", seq: nil))
    }

    @Test("it begins where the session is, and Home and back goes far")
    func position() {
        var bench = ScreenBench(position: 700, filled: ["shop": 5_000, "user": 300])
        #expect(!bench.model.isFollowing && bench.model.selection == id("shop", 700))
        #expect(bench.takeNoted().isEmpty)
        #expect(bench.screen.contains { $0.hasPrefix("▸") && $0.contains("700") })
        #expect(bench.sentEntries < 1_000)
        bench.press(.home)
        #expect(bench.model.selection == id("shop", 1))
        bench.press(.end)
        #expect(bench.model.selection == id("user", 300))
    }

    @Test("the details asked for are those of the chosen entry only")
    func details() {
        var bench = ScreenBench(["shop"], filled: ["shop": 10])
        bench.isSlow = true
        bench.press(.up, .up)
        bench.settle()
        #expect(bench.model.detail?.subject.seq == 8)
        #expect(bench.screen.contains { $0.contains(".count") && $0.contains("7 → 8") })
        bench.type("d")
        #expect(bench.model.subject?.hasState == false)
        bench.type("d")
        #expect(bench.model.subject?.hasEntry == false && bench.model.subject?.hasState == true)
        #expect(!bench.screen.contains { $0.contains("origin") })
        bench.type("d")
        #expect(bench.model.mode == .both)
    }

    @Test("a part of the state that was opened stays open while one travels")
    func parts() {
        var bench = ScreenBench(["shop"], filled: ["shop": 10])
        bench.press(.tab)
        let line = bench.model.detailLines.firstIndex { $0.path == Path(["items"]) } ?? 0
        for _ in 0..<line { bench.press(.down) }
        bench.press(.enter)
        #expect(bench.model.subject?.path == Path(["items"]))
        #expect(bench.screen[1].contains(".items"))
        bench.press(.backTab, .up)
        #expect(
            bench.model.subject
                == ScreenSubject(store: "shop", seq: 9, path: Path(["items"]), hasEntry: true, hasState: true))
        bench.press(.tab, .escape)
        #expect(bench.model.subject?.path == .root)
        bench.press(.escape)
        #expect(bench.model.focus == .log)
    }

    @Test("[ and ] find the changes of the part at the line, and within the filter")
    func changes() {
        var bench = ScreenBench(["shop"])
        for number in 0..<10 { bench.append(1, to: "shop", changed: number % 4 == 0) }
        bench.look()
        bench.type("[")
        #expect(bench.model.selection == id("shop", 9))
        bench.type("pp")
        #expect(bench.model.selection == id("shop", 1))
        bench.type("p")
        #expect(bench.screen.last == " no other change there")
        bench.type("n]")
        #expect(bench.model.selection == id("shop", 9))
        _ = bench.takeNoted()
        bench.press(.tab)
        let line = bench.model.detailLines.firstIndex { $0.path == Path(["mode"]) } ?? 0
        for _ in 0..<line { bench.press(.down) }
        bench.type("[")
        #expect(
            bench.takeNoted().first
                == .find(store: "shop", from: 9, isForward: false, LogList.Filter(path: Path(["mode"]))))
        // The part stays chosen, wherever its line is.
        bench.type("d")
        #expect(bench.model.detailPath == Path(["mode"]))
        bench.type("d")
        #expect(bench.model.detailLines[bench.model.detailCursor].path == Path(["mode"]))
    }

    // MARK: - Filters

    @Test("/ filters, its text can be edited, and Esc clears it")
    func filter() {
        var bench = ScreenBench(filled: ["shop": 5])
        bench.append(2, to: "user", label: ".login")
        bench.append(3, to: "shop")
        bench.look()
        bench.type("/logx")
        bench.press(.backspace)
        #expect(bench.screen.last?.hasPrefix("/log") == true)
        #expect(bench.model.grid().cursor?.column == 4)
        bench.press(.enter)
        #expect(bench.model.log.rows.map(\.id) == [id("user", 1), id("user", 2)])
        #expect(bench.screen[1].contains("actions like log"))
        bench.append(1, to: "user", label: ".login")
        bench.append(1, to: "shop")
        bench.look()
        #expect(bench.model.selection == id("user", 3))
        bench.press(.escape)
        #expect(bench.model.log.rows.count == 12)
        bench.type("/nothing")
        bench.press(.enter)
        #expect(bench.screen.contains { $0.contains("no such actions") })
        #expect(bench.model.selection == nil)
        bench.type("/a\u{7}")
        bench.take(.event(.paste("b\nc")))
        #expect(bench.model.typing == "nothinga\u{7}bc")
        bench.press(.escape)
        #expect(bench.model.typing == nil && bench.model.filter != nil)
    }

    @Test("the chosen entry stays chosen under a filter that it fits")
    func filterAround() {
        var bench = ScreenBench(["shop"], filled: ["shop": 500])
        bench.press(.home)
        for _ in 0..<40 { bench.press(.down) }
        bench.type("/add")
        bench.press(.enter)
        #expect(bench.model.selection == id("shop", 41) && !bench.model.isFollowing)
    }

    @Test("where the chosen entry is hidden, the view is live, and the prompt as well")
    func filteredAway() {
        var bench = ScreenBench(filled: ["shop": 5, "user": 5])
        bench.press(.home)
        _ = bench.takeNoted()
        bench.type("s")
        bench.press(.down, .down, .enter)
        #expect(bench.model.isFollowing && bench.model.selection == id("user", 5))
        #expect(bench.takeNoted() == [.move(store: "shop", seq: nil)])
    }

    @Test("s shows one store, and all again")
    func stores() {
        var bench = ScreenBench(filled: ["shop": 5, "user": 5])
        bench.type("s")
        #expect(bench.screen.contains { $0.contains("▸ all stores") })
        bench.press(.down, .down, .enter)
        #expect(bench.model.only == "user")
        #expect(bench.model.log.rows.allSatisfy { $0.id.store == "user" } && bench.model.log.rows.count == 5)
        bench.type("s")
        bench.press(.escape)
        #expect(bench.model.only == "user" && bench.model.overlay == nil)
        bench.press(.escape)
        #expect(bench.model.log.rows.count == 10)
    }

    // MARK: - The gate

    @Test("space pauses the store of the prompt at the live end, elsewhere that of the chosen entry, and resumes")
    func pausing() {
        var bench = ScreenBench(filled: ["shop": 3, "user": 2])
        bench.type(" ")
        #expect(bench.takeNoted() == [.command("pause", store: "shop")])
        bench.press(.up)
        let chosen = bench.model.selection?.store ?? "none"
        _ = bench.takeNoted()
        bench.type(" ")
        #expect(bench.takeNoted() == [.command("pause", store: chosen)])
        bench.press(.end)
        _ = bench.takeNoted()
        bench.gates["user"] = .holding()
        bench.look()
        #expect(bench.screen.contains { $0.contains("■ user  0 held") })
        bench.type(".")
        #expect(bench.screen.last == " user holds no action yet")
        bench.type(" ")
        #expect(bench.takeNoted() == [.command("resume", store: "user")])
    }

    @Test("held actions are above the log, with what the first would change")
    func held() {
        var bench = ScreenBench(filled: ["shop": 30])
        bench.gates["shop"] = .holding(".add(1)", ".add(2)", ".add(3)")
        bench.look()
        #expect(bench.screen[2].hasPrefix("■ shop  3 held"))
        #expect(bench.screen[3].hasPrefix(" 1 .add(1)"))
        #expect(bench.screen[4].contains("~ .count  8 → 9"))
        #expect(bench.screen[5].hasPrefix(" 2 .add(2)"))
        #expect(bench.screen[0].contains("■ paused, 3 held"))
        bench.press(.tab, .tab, .down)
        #expect(bench.model.focus == .held && bench.model.chosenHeld?.action.id == 2)
        #expect(bench.screen[5].hasPrefix("▸2 .add(2)"))
        bench.type("e")
        #expect(bench.takeNoted() == [.edit(2, store: "shop")])
        bench.type(".")
        #expect(bench.takeNoted() == [.command("step", store: "shop")])
        bench.gates["shop"] = nil
        bench.look()
        #expect(bench.model.focus == .log && bench.model.held.isEmpty)
    }

    @Test("x drops a held action only after a y")
    func dropping() {
        var bench = ScreenBench(filled: ["shop": 3])
        bench.gates["shop"] = .holding(".add(1)")
        bench.look()
        bench.type("x")
        #expect(bench.screen.last?.contains("drop 1 .add(1) of shop?") == true)
        bench.type("n")
        #expect(bench.takeNoted().isEmpty)
        bench.type("xy")
        #expect(bench.takeNoted() == [.command("drop 1", store: "shop")])
        bench.take(.failed(InspectorError(.failed, "This session may only read.")))
        #expect(bench.screen.last == " This session may only read.")
        bench.type("k")
        #expect(bench.screen.last?.contains("travel") == true)
    }

    @Test("a recording has no gate")
    func recording() {
        var bench = ScreenBench(isRecording: true, filled: ["shop": 3])
        for key in " .ex" {
            bench.type(String(key))
            #expect(bench.screen.last?.contains("a recording has no gate") == true)
        }
        #expect(bench.takeNoted().isEmpty)
        #expect(bench.screen[0].hasSuffix("RECORDING"))
    }

    // MARK: - Leaving, losing, returning

    @Test(
        "q, Ctrl-C and the end of the process leave",
        arguments: [ScreenEvent.key(.character("q")), .key(.control("c")), .terminated])
    func leaving(event: ScreenEvent) {
        var bench = ScreenBench(filled: ["shop": 3])
        bench.take(.event(event))
        #expect(bench.takeNoted() == [.leave])
    }

    @Test("a lost connection is said, nothing is requested, and all of it is loaded again")
    func loss() {
        var bench = ScreenBench(filled: ["shop": 30])
        bench.press(.up)
        bench.take(.lost("The connection was lost."))
        #expect(bench.screen[0].hasSuffix("CONNECTION LOST"))
        #expect(bench.screen.last?.hasPrefix(" The connection was lost.") == true)
        let before = bench.sentEntries
        for _ in 0..<25 { bench.press(.up) }
        #expect(bench.sentEntries == before)
        bench.take(.returned)
        bench.look()
        #expect(bench.screen[0].hasSuffix("LIVE"))
        #expect(bench.model.selection == id("shop", 30) && bench.model.detail != nil)
    }

    @Test("stores that come and go are shown as they are")
    func comingAndGoing() {
        var bench = ScreenBench(filled: ["shop": 3, "user": 3])
        bench.model.only = "user"
        bench.look()
        bench.take(.stores([], now: 99))
        #expect(bench.model.only == nil && bench.model.log.rows.isEmpty)
        #expect(bench.screen.contains { $0.contains("no stores") })
        bench.look()
        #expect(bench.model.log.rows.count == 6)
    }

    @Test("messages go away by themselves")
    func messages() {
        var bench = ScreenBench(filled: ["shop": 1])
        bench.take(.message(StyledText("hello")))
        #expect(bench.screen.last == " hello")
        for _ in 0..<10 { bench.look() }
        #expect(bench.screen.last?.contains("help") == true)
    }

    @Test("actions a second and bytes a second are told")
    func rates() {
        var bench = ScreenBench(["shop"], filled: ["shop": 1])
        bench.append(1_000, to: "shop")
        bench.model.traffic.bytes = 2_048
        bench.look()
        #expect(bench.screen[0].contains("1,000/s"))
        bench.type("?")
        #expect(bench.screen.contains { $0.contains("2.0 KiB a second written to the terminal") })
    }

    // MARK: - Mouse

    @Test("clicks choose entries, lines and held actions; the wheel turns the pane below it")
    func mouse() {
        var bench = ScreenBench(filled: ["shop": 60])
        let shown = bench.shown
        bench.take(.event(.click(row: 5, column: 3)))
        #expect(bench.model.selection == shown[3])
        #expect(bench.shown == shown)
        bench.take(.event(.wheel(-1, row: 5, column: 3)))
        #expect(bench.model.selection?.seq == shown[3].seq - 3)
        bench.take(.event(.click(row: 4, column: 60)))
        #expect(bench.model.focus == .detail && bench.model.detailCursor == 2)
        bench.take(.event(.wheel(1, row: 4, column: 60)))
        #expect(bench.model.detailCursor == 5)
        bench.gates["shop"] = .holding(".add(1)", ".add(2)")
        bench.look()
        bench.take(.event(.click(row: 5, column: 3)))
        #expect(bench.model.focus == .held && bench.model.chosenHeld?.action.id == 2)
        for row in [-1, 0, 1, 23, 24, 999] { bench.take(.event(.click(row: row, column: 999))) }
    }
}
