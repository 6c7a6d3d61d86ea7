import LineEditing
import StrobeProtocol
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("The memory of a history at the prompt", .timeLimit(.minutes(5)))
struct MemoryTests {
    @Test("`reset` comes back to the first state and to the present")
    func reset() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        _ = try await bench.run("first")
        #expect(
            try await bench.run("reset") == """
                #2  reset to the first state
                ~ .count  3 → 0
                """)
        #expect(await bench.prompt() == "counter> ")
    }

    @Test("`commit` takes a seq, the position, or the present state")
    func commit() async throws {
        let bench = try await Bench()
        for _ in 0..<3 { _ = try await bench.run("send .increment(by: 1)") }
        #expect(try await bench.run("commit 2") == "@2  is the first state now; the entries before it were dropped")
        _ = try await bench.run("goto 1")
        #expect(try await bench.run("commit").hasPrefix("@1 "))
        _ = try await bench.run("live")
        #expect(try await bench.run("commit").hasPrefix("@3 "))
        #expect(await bench.message("commit nowhere").hasPrefix("error: "))
    }

    @Test("`stores --long` shows how full the budget is, and where the log begins")
    func stores() {
        var store = StoreDescription(
            id: "shop", name: "shop", stateType: "Shop", actionType: "ShopAction", kind: "reducer", seq: 1_204_113,
            firstSeq: 204_800, paused: false,
            capabilities: .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
        store.history = HistoryDescription(bytes: 66_203_648, budgetBytes: 64 << 20, checkpoints: 12)
        var other = store
        (other.id, other.capabilities.replay) = ("login", false)
        other.history = HistoryDescription(bytes: 900, budgetBytes: 64 << 20, checkpoints: 1)
        var hidden = store
        hidden.history = HistoryDescription(bytes: nil, budgetBytes: 64 << 20, checkpoints: nil)
        let lines = StoreRendering(layout: Layout(width: 100))
            .longLines([store, other, hidden], current: "shop").map(\.plain)
        #expect(lines.count == 6)
        #expect(lines[1] == "         63.1 MiB of 64.0 MiB, @204800..1204113, 12 states to replay from")
        #expect(lines[3] == "         900 B of 64.0 MiB, @204800..1204113, 1 retained state")
        #expect(lines[5] == "         at most 64.0 MiB, @204800..1204113")
    }

    @Test("`about` shows for each store of a process what its history holds, and what it does not keep")
    func about() async throws {
        let bench = try await Bench()
        let text = try await bench.run("about")
        #expect(text.contains("to replay from") && !text.contains("given up"))
        var store = StoreDescription(
            id: "shop", name: "shop", stateType: "Shop", actionType: "ShopAction", kind: "reducer", seq: 1_204_113,
            firstSeq: 1_203_990, paused: false,
            capabilities: .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
        store.history = HistoryDescription(
            bytes: 66_203_648, budgetBytes: 64 << 20, checkpoints: 1,
            givenUp: GivenUpDescription(logFrom: 986_113, statesFrom: 1_203_990, message: "States were given up."))
        let lines = StoreRendering(layout: Layout(width: 100)).longLines([store], current: "shop").map(\.plain)
        #expect(lines.count == 3 && lines[2] == "        States were given up.")
    }

    @Test("remarks are listed after the entries that they were made after")
    func notes() {
        let entries = [5, 6, 7].map {
            LogEntry(
                seq: $0, time: 0, action: nil, label: ".step", origin: "app", cause: nil, changed: true, effects: [])
        }
        let notes = [4, 6, 6, 7].enumerated().map { NoteDescription(afterSeq: $1, time: 0, text: "note \($0)") }
        let lines = LogRendering(layout: Layout(width: 100)).lines(entries, notes: notes).map(\.plain)
        #expect(lines.map { $0.hasPrefix("—") } == [true, false, false, true, true, false, true])
        #expect(lines[0] == "— note 0" && lines[6] == "— note 3")
    }
}
