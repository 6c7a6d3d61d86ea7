import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What a question or a breakpoint names", .timeLimit(.minutes(5)))
struct CriteriaTests {
    @Test("break takes an action without its dot, and refuses one that there is not")
    func breaking() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("break reset") == "●  1  .reset")
        #expect(try await bench.run("send .reset").contains("breakpoint 1 before .reset"))
        #expect(await bench.message("break .resett") == "error: No action matches .resett; did you mean .reset?")
        #expect(
            await bench.message("log --action .x*").contains("No action matches .x*. There are .reset, .increment."))
        _ = try await bench.run("log --action rese?")
        #expect(await bench.peer.requests.last { $0.hasPrefix("log/list") }?.contains(#""action":".rese?""#) == true)
    }

    @Test("a path that no state can have is refused, before anything is asked")
    func impossible() async throws {
        let bench = try await Bench()
        #expect(
            await bench.message("break --path .cuont --if .count > 3")
                == "error: There is no path .cuont: Counter has no `cuont`; did you mean .count?")
        let message = await bench.message("find .count > 3 && .mode == .bsuy")
        #expect(message.hasPrefix("error: .bsuy is not a case of Mode; did you mean .busy?\n"), "\(message)")
        #expect(message.contains("\n" + String(repeating: " ", count: 25) + "^"), "\(message)")
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("breakpoint/set") || $0.hasPrefix("history/find") })
        #expect(await bench.message("blame counter").contains("`counter` is a store, not a path of the current one"))
    }

    @Test("where no shape is known nothing is refused, and what is not there gets a remark")
    func missing() async throws {
        let bench = try await Bench()
        await bench.peer.forgetShapes()
        #expect(
            try await bench.run("break --path .nope --if .count > 3 && .none.x == 1") == """
                ●  1  any action that changes .nope if .count > 3 && .none.x == 1
                  checked after the action; before(.count) is the state before it
                  There is nothing at /nope
                  There is nothing at /none/x
                """)
        #expect(try await bench.run("break --path .count --if before(.count) > 3").split(separator: "\n").count == 1)
        #expect(try await bench.run("find .nope > 3").hasSuffix("examined\n  There is nothing at /nope"))
        #expect(try await bench.run("find .count == .loaded").hasSuffix("examined"))
        #expect(try await bench.run("break .nothing") == "●  3  .nothing")
        let json = try await Bench(isJSON: true)
        await json.peer.forgetShapes()
        #expect(try await json.run("break --path .nope").split(separator: "\n").count == 1)
    }

    @Test("what a server says to writers of clients is said in commands here")
    func words() {
        func text(_ message: String) -> String {
            InspectorError(any: ProtocolError(.invalidParams, message)).message
        }
        #expect(
            text("The store a has no breakpoint 9: breakpoint/list lists them.")
                == "The store a has no breakpoint 9: `breakpoints` lists them.")
        #expect(text("Wrong params of breakpoint/set: in `log` a { is not closed.") == "In `log` a { is not closed.")
    }

    @Test("origin, time and number of changes stay readable behind a long action")
    func tails() {
        let line = StyledText("#2 .loaded(User(id: 7, name: \"Ada Lovelace\"))")
        #expect(
            line.fitted(to: 40, keeping: StyledText("  effect of 1")).plain
                == "#2 .loaded(User(id: 7, nam…  effect of 1")
        #expect(line.fitted(to: 80, keeping: StyledText("  x")).plain == line.plain + "  x")
        #expect(line.fitted(to: 30, keeping: StyledText("  effect of 1")).width == 30)

        let action = ".loaded(User(id: 7, name: \"Ada Lovelace\", email: \"ada@example.org\", followers: 1815))"
        let held = HeldDescription(
            id: 1, action: nil, label: action, origin: "effect", cause: 1, since: 0,
            source: "Demo/ProfileInteractor.swift:31")
        let stop = GateStop(reason: .breakpoint, breakpoint: 1, phase: .before, pending: held)
        let lines = StopRendering(layout: Layout(width: 80)).lines(stop, seq: 1).map(\.plain)
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("…  effect of 1") && lines[0].count == 80)
        #expect(lines[1] == "  Demo/ProfileInteractor.swift:31")
    }

    @Test("what there is to say of an entry of a branch is not cut off with a long action")
    func remarks() {
        let label = ".loaded(" + String(repeating: "x", count: 100) + ")"
        let entry = LogEntry(seq: 1, time: 0, action: nil, label: label, origin: "effect")
        var log = LogRendering(layout: Layout(width: 80))
        log.remarks = [1: "4 of the log"]
        let line = log.lines([entry]).map(\.plain)
        #expect(line.first?.hasSuffix("…  4 of the log") == true && line.first?.count == 80)
    }

    @Test("a name for a place that the log has no more says so")
    func gone() {
        let marks = [
            Bookmark(name: "a", seq: 1, note: "x", time: 0), Bookmark(name: "b", seq: 2, time: 0),
        ]
        let lines = MarkRendering(layout: Layout(width: 80), firstSeq: 2).lines(marks).map(\.plain)
        #expect(lines[0].hasSuffix("no longer in the log  x"))
        #expect(!lines[1].contains("gone"))
    }
}
