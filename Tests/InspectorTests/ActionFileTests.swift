import Foundation
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Files of actions", .timeLimit(.minutes(5)))
struct ActionFileTests {
    /// Runs a closure with a file of some content.
    private func withFile<T>(_ bytes: some Sequence<UInt8>, _ body: (String) async throws -> T) async throws -> T {
        let url = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString).jsonl")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }

    private func actions(_ file: ActionFile) throws -> [String] {
        var found: [String] = []
        while let line = try file.next() {
            found.append("\(line.number) \(line.store ?? "-") \(JSON.text(line.action)) \(line.origin ?? "-")")
        }
        return found
    }

    @Test("plain actions, actions with a store and transitions of a recording are read")
    func kinds() async throws {
        let text = """
            \u{FEFF}"reset"\r
            {"increment":{"by":3}}

            {"store":"b","action":"reset"}
            {"kind":"header","version":1}
            {"kind":"transition","store":"a","seq":1,"action":"reset","origin":"effect"}
            {"kind":"transition","store":"a","seq":2,"origin":"edit"}
            {"kind":"note","text":"x"}
            {"action":{"x":1}}
            """
        try await withFile(text.utf8) { path in
            let file = try ActionFile(path)
            let expected = [
                "1 - \"reset\" -", "2 - {\"increment\":{\"by\":3}} -", "4 b \"reset\" -", "6 a \"reset\" effect",
                "9 - {\"action\":{\"x\":1}} -",
            ]
            #expect(try actions(file) == expected)
            #expect(file.position == file.size)
            file.rewind()
            #expect(try actions(file) == expected)
        }
    }

    @Test("lines that span many blocks are read whole")
    func longLines() async throws {
        let long = String(repeating: "x", count: 3 << 20)
        try await withFile("\"a\"\n\"\(long)\"\n\"b\"".utf8) { path in
            let file = try ActionFile(path)
            #expect(try file.next()?.action == "a")
            #expect(try file.next()?.action == .string(long))
            #expect(try file.next()?.action == "b")
            #expect(try file.next() == nil)
        }
    }

    @Test("what is no action is named with its line")
    func malformed() async throws {
        let deep = String(repeating: "[", count: 200_000)
        for (text, line, part) in [
            ("\"a\"\n{\"x\":\n\"b\"", 2, "is not JSON"), ("\"a\"\nreset", 2, "is not JSON"), (deep, 1, "is not JSON"),
            ("{\"store\":3,\"action\":1}", 1, "has a `store` that is not a string"),
            ("\"a\"\n\n\u{0}\u{0}", 3, "is not JSON"),
        ] {
            try await withFile(text.utf8) { path in
                let file = try ActionFile(path)
                #expect {
                    _ = try actions(file)
                } throws: { error in
                    let message = InspectorError(any: error).message
                    return message.hasPrefix("\(path):\(line) ") && message.contains(part)
                }
            }
        }
    }

    @Test("directories, devices and pipes without a writer are refused at once")
    func noFiles() throws {
        for path in ["/tmp", "/dev/null", "/nowhere"] {
            #expect(throws: InspectorError.self) { try ActionFile(path) }
        }
        let pipe = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)").path
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        #expect(throws: InspectorError.self) { try ActionFile(pipe) }
    }

    @Test("a file is sent in order, and summed up")
    func sending() async throws {
        let bench = try await Bench()
        let lines = (1...50).map { "{\"increment\":{\"by\":\($0)}}" } + ["\"reset\""]
        try await withFile(lines.joined(separator: "\n").utf8) { path in
            let text = try await bench.run("send --from \(path)")
            #expect(text.hasPrefix("51 actions sent: 51 changed the state  in "))
            let actions = await bench.peer.actions
            #expect(actions.count == 51 && actions.first == ["increment": ["by": 1]] && actions.last == "reset")
            #expect(
                await bench.peer.requests.filter { $0.hasPrefix("action/dispatch") }.allSatisfy {
                    $0.contains("script")
                })
        }
    }

    @Test("nothing of a file is sent where a line is no JSON; what is refused ends it with file and line")
    func refusals() async throws {
        let bench = try await Bench()
        try await withFile("\"reset\"\n\"reset".utf8) { path in
            #expect(await bench.message("send --from \(path)").contains("\(path):2 is not JSON"))
            #expect(await bench.peer.seq == 0)
        }
        try await withFile("\"reset\"\n\"frob\"\n\"reset\"".utf8) { path in
            let message = await bench.message("send --from \(path)")
            #expect(message.hasPrefix("error: \(path):2 was refused: That is no action."), "\(message)")
            #expect(await bench.peer.seq == 1)
            #expect(bench.console.takeOutput().last?.hasPrefix("1 of 3 actions sent") == true)
        }
        try await withFile("{\"store\":\"nowhere\",\"action\":\"reset\"}".utf8) { path in
            #expect(await bench.message("send --from \(path)").contains("for the store nowhere, which does not exist"))
        }
    }

    @Test("answers of effects in a recording are left out, and counted")
    func recordings() async throws {
        let bench = try await Bench()
        let text = ["app", "effect", "inspector", "restore"].map {
            "{\"kind\":\"transition\",\"store\":\"counter\",\"seq\":1,\"t\":0,\"action\":\"reset\",\"origin\":\"\($0)\"}"
        }.joined(separator: "\n")
        try await withFile(text.utf8) { path in
            let output = try await bench.run("send --from \(path)")
            #expect(output.hasPrefix("2 actions sent"))
            #expect(output.contains("skipped"))
            #expect(try await bench.run("send --from \(path) --effects").hasPrefix("3 actions sent"))
        }
    }

    @Test("options that do not fit together are refused")
    func options() async throws {
        let bench = try await Bench()
        #expect(await bench.message("send --from a.jsonl .reset").contains("remove `.reset`"))
        #expect(await bench.message("send --from a.jsonl --dry-run").contains("cannot be combined"))
        #expect(await bench.message("send --rate 3/s .reset").contains("send --from FILE"))
        #expect(await bench.message("send --from a.jsonl --rate x").contains("--rate"))
    }
}
