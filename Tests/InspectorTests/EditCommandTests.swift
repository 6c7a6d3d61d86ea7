import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Editing and redoing at the prompt", .timeLimit(.minutes(5)))
struct EditCommandTests {
    @Test("a part of the state is set by its path, in the notation of its type")
    func set() async throws {
        let bench = try await Bench()
        #expect(try await bench.run("set .count 7") == "#1  set .count\n~ .count  0 → 7")
        #expect(try await bench.run("set /mode = .busy") == "#2  set .mode\n~ .mode  .idle → .busy")
        #expect(await bench.peer.requests.contains { $0.hasPrefix("state/set") && $0.contains(#""value":"busy""#) })
        _ = try await bench.run("set .count 8 --if-seq 2")
        #expect(await bench.peer.requests.last { $0.hasPrefix("state/set") }?.contains(#""ifSeq":2"#) == true)
    }

    @Test("a value that does not fit is pointed at before anything is sent")
    func wrongValue() async throws {
        let bench = try await Bench()
        let message = await bench.message("set .mode .busi")
        #expect(message.contains("busy"))
        #expect(message.contains("^"))
        #expect(await bench.message("set .count").contains("needs a value"))
        #expect(await bench.message("set").contains("needs a path and a value"))
        #expect(await !bench.peer.requests.contains { $0.hasPrefix("state/set") })
    }

    @Test("at a past position `set` says that the live store was set")
    func fromThePast() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 1)")
        _ = try await bench.run("goto 0")
        #expect(try await bench.run("set .count 9").contains("in the live store"))
    }

    @Test("a past action is sent again, with fields changed or another one in its place")
    func redo() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        #expect(try await bench.run("redo 1").hasPrefix("#2  1 change"))
        #expect(try await bench.run("redo 1 .by=4").contains("6 → 10"))
        #expect(try await bench.run("redo 1 .increment.by=5").contains("10 → 15"))
        #expect(try await bench.run("redo -3 .reset").contains("15 → 0"))
        #expect(try await bench.run("redo 1 --dry-run").contains("dry run"))
        #expect(try await bench.run("get /count") == "0")
        _ = try await bench.run("goto 1")
        #expect(try await bench.run("redo").contains("0 → 3"))
    }

    @Test("a field that the action does not have is an error that names those that it has")
    func wrongField() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        #expect(await bench.message("redo 1 .bye=4").contains("Did you mean `.by`?"))
        #expect(await bench.message("redo 1 .by=many").contains("^"))
        #expect(await bench.message("redo 1 .incremen(by: 3)").contains("increment"))
    }

    @Test(
        "fields and their values are distinguished from actions",
        arguments: [
            (#".by=4"#, [".by", "4"]), (#".title="a b" .id=3"#, [".title", #""a b""#, ".id", "3"]),
            (#".item=Item(id: 1, title: "=")"#, [".item", #"Item(id: 1, title: "=")"#]),
            (#".items[id=4].n=5"#, [".items[id=4].n", "5"]), (#".reset"#, []), (#".set(a: "x=1")"#, []),
            (#"{"a": 1}"#, []),
        ])
    func assignments(text: String, expected: [String]) {
        #expect(ActionEdit.assignments(in: text).flatMap { [$0.field, $0.value] } == expected)
    }

    @Test("after a path Tab offers what fits there, after a seq the fields of its action")
    func completion() async throws {
        let bench = try await Bench()
        _ = try await bench.run("send .increment(by: 3)")
        func offers(_ line: String) async -> [String] {
            await CommandContext(bench.session).complete(line, line.endIndex)?.candidates.map(\.text) ?? []
        }
        #expect(await offers("set .co") == [".count"])
        #expect(await offers("set .mode .b") == [".busy"])
        #expect(await offers("redo 1 .") == [".by="])
        #expect(await offers("redo 1").contains("1"))
    }
}
