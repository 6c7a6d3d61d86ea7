import LineEditing
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector

@Suite("The commands graph and coverage", .timeLimit(.minutes(5)))
struct GraphCommandTests {
    /// The last request.
    private func lastRequest(_ bench: Bench) async -> String? {
        await bench.peer.requests.last { $0.hasPrefix("graph/get ") }
    }

    @Test("a path and a part of the log are passed on")
    func arguments() async throws {
        let bench = try await Bench()
        for _ in 0..<3 { _ = try await bench.run("send .reset") }
        let graph = try await bench.run("graph .mode --from 2 --at last")
        #expect(graph.hasPrefix("Turnstile  .mode  @1 → @3\n  locked  402 visits, initial\n"))
        #expect(await lastRequest(bench) == #"graph/get {"store":"counter","path":"/mode","from":2,"to":3}"#)
        let coverage = try await bench.run("coverage")
        #expect(coverage.hasSuffix("4 of 9 pairs ran"))
        #expect(await lastRequest(bench) == #"graph/get {"store":"counter"}"#)
    }

    @Test("at a past position, entries up to it are counted")
    func past() async throws {
        let bench = try await Bench()
        for _ in 0..<3 { _ = try await bench.run("send .reset") }
        _ = try await bench.run("goto 1")
        #expect(try await bench.run("graph").hasPrefix("Turnstile  @0 → @1\n"))
        #expect(try await bench.run("coverage --at 2").hasPrefix("Turnstile  @0 → @2\n"))
        #expect(try await bench.run("coverage --at live").hasPrefix("Turnstile  @0 → @3\n"))
        _ = try await bench.run("goto 0")
        #expect(try await bench.run("graph").hasPrefix("Turnstile  @0 → @0\n"))
    }

    @Test("pictures are printed for the tool that is named, and for one of them only")
    func pictures() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("graph --dot").hasPrefix("digraph \"counter\" {\n"))
        #expect(try await bench.run("graph --mermaid").hasPrefix("stateDiagram-v2\n"))
        #expect(await bench.message("graph --dot --mermaid") == "error: `--dot` and `--mermaid` cannot be combined.")
    }

    @Test("with --json the answer is printed as it came")
    func json() async throws {
        let bench = try await Bench(isJSON: true)
        let graph = try JSON.text(MessageEncoder().encode(GraphRenderingTests.turnstile))
            .replacing(#""seq":1204"#, with: #""seq":0"#).dropFirst()
        #expect(try await bench.run("coverage") == #"{"command":"coverage","# + graph)
        #expect(try await bench.run("graph --dot") == #"{"command":"graph","# + graph)
    }

    @Test("if there is no enum, the paths of existing ones are written as they are typed")
    func candidates() async throws {
        let bench = try await Bench()
        #expect(
            await bench.message("graph .count")
                == #"error: There is no enum. Name the path of one: .mode, .["a b"]."#)
    }

    @Test("Tab completes paths and options")
    func completion() async throws {
        let bench = try await Bench()
        func candidates(_ line: String) async -> [String] {
            await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text) ?? []
        }
        #expect(await candidates("graph .") == [".count", ".mode"])
        #expect(await candidates("coverage .m") == [".mode"])
        #expect(await candidates("graph --") == ["--at", "--from", "--dot", "--mermaid"])
        #expect(await candidates("gra") == ["graph"])
    }
}
