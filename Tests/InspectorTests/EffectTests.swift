import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Effects", .timeLimit(.minutes(5)))
struct EffectTests {
    private static let running = [
        RunningEffectDescription(
            id: 3, name: "load", label: ".load(id: 7)", value: ["load": ["id": 7]], cause: 12, since: 1_000_000,
            phase: "running"),
        RunningEffectDescription(
            id: 10, name: "search", label: #".search("ab")"#, cause: 14, since: 40_000_000, phase: "waiting"),
        RunningEffectDescription(id: 11, name: "load", label: "load", since: 40_900_000, phase: "running"),
    ]

    private func text(_ list: EffectList.Result, now: Int64, width: Int = 80) -> String {
        EffectRendering(layout: Layout(width: width), now: now).lines(list).map(\.plain).joined(separator: "\n")
    }

    @Test("running effects are a table of id, name, phase, cause, age and effect")
    func table() {
        #expect(
            text(.init(effects: Self.running, more: 4), now: 41_000_000) == """
                 3  load    running  of 12  40.0 s  .load(id: 7)
                10  search  waiting  of 14   1.0 s  .search("ab")
                11  load    running         100 ms
                … 4 more
                """)
        #expect(text(.init(effects: []), now: 0) == "no effects are running")
        #expect(
            text(.init(effects: Self.running), now: 0, width: 40).split(separator: "\n").allSatisfy { $0.count <= 47 })
    }

    @Test(
        "an age is shown in the units that fit it, and a clock that is behind does no harm",
        arguments: [
            (0, "0 ns"), (850, "850 µs"), (12_300_000, "12.3 s"), (125_000_000, "2 min 5 s"),
            (11_520_000_000, "3 h 12 min"), (-5, "0 ns"), (.min, "0 ns"), (.max, "2,562,047,788 h 0 min"),
        ] as [(Int64, String)])
    func age(_ microseconds: Int64, _ text: String) {
        #expect(NumberText.age(since: 0, now: microseconds) == text)
        #expect(NumberText.age(since: .min, now: .max).hasSuffix("min"))
    }

    @Test("an effect is cancelled by its id, and all of a name by their name")
    func cancel() async throws {
        let bench = try await Bench()
        await bench.peer.run(Self.running)
        #expect(try await bench.run("cancel 10") == #"cancelled 10 search  .search("ab")"#)
        #expect(
            try await bench.run("cancel load") == """
                cancelled 3 load  .load(id: 7)
                cancelled 11 load
                """)
        #expect(try await bench.run("effects") == "no effects are running")
        #expect(await bench.message("cancel load") == "error: There is no effect `load`: no effects are running.")
    }

    @Test("a name that nothing has is answered with the nearest one")
    func unknown() async throws {
        let bench = try await Bench()
        await bench.peer.run(Self.running)
        #expect(
            await bench.message("cancel serch")
                == "error: There is no effect `serch`. Did you mean `search`? `effects` lists those that run.")
        #expect(await bench.message("cancel 4").hasPrefix("error: There is no effect `4`."))
        #expect(await bench.message("cancel").hasPrefix("error: `cancel` needs an effect."))
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("effect/cancel") })
    }

    @Test("all of a name are cancelled, and one is by its id, where there are more than are listed")
    func beyondThePage() async throws {
        let bench = try await Bench()
        let many = (1...9).map {
            RunningEffectDescription(id: $0, name: $0 == 9 ? "save" : "load", label: "x", since: 0, phase: "running")
        }
        await bench.peer.run(many, limit: 3)
        #expect(try await bench.run("cancel 9") == "cancelled 9")
        #expect(try await bench.run("cancel load").split(separator: "\n").count == 8)
        #expect(try await bench.run("effects") == "no effects are running")
    }

    @Test("with --json the answers are printed as they came, one a line")
    func json() async throws {
        let bench = try await Bench(isJSON: true)
        await bench.peer.run(Self.running)
        #expect(
            try await bench.run("effects").hasPrefix(
                #"{"command":"effects","effects":[{"id":3,"name":"load","label":".load(id: 7)""#))
        let line = #"{"command":"cancel","cancelled":true}"#
        #expect(try await bench.run("cancel load") == "\(line)\n\(line)")
    }

    @Test("a script that cancels what does not run fails")
    func script() async throws {
        let bench = try await Bench()
        #expect(await bench.script(["effects", "cancel load", "echo never"]) == .commandFailed)
        #expect(bench.console.takeOutput() == ["no effects are running"])
    }

    @Test("names and ids of what runs are completed")
    func completion() async throws {
        let bench = try await Bench()
        await bench.peer.run(Self.running)
        func candidates(_ line: String) async -> [String]? {
            await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text)
        }
        #expect(await candidates("cancel ") == ["load", "search", "3", "10", "11"])
        #expect(await candidates("cancel s") == ["search"])
        #expect(await candidates("cancel 1") == ["10", "11"])
    }
}
