import Strobe
import StrobeClient
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("The console and expressions", .timeLimit(.minutes(5)))
struct ConsoleTests {
    private func evaluate(_ editor: EditorBench, _ text: String, _ context: String, frame: Value? = nil) async throws
        -> Value
    {
        try await editor.ask(
            "evaluate", .body(["expression": .string(text), "context": .string(context), "frameId": frame]))
    }

    @Test("watches are paths and conditions at the position of the frame, and never commands")
    func watch() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        bench.shop.dispatch(.loaded([7, 8]))
        bench.shop.dispatch(.increment(by: 3))
        try await editor.attach()
        try await editor.stop("pause")
        let frame = try await editor.frames()[0]["id"]
        #expect(try await evaluate(editor, ".count", "watch", frame: frame)["result"] == "3")
        let items = try await evaluate(editor, "items", "hover", frame: frame)
        #expect(items["result"] == "[7, 8]" && items["indexedVariables"] == 2)
        #expect(try await editor.lines(behind: items["variablesReference"] ?? 0) == ["0 = 7", "1 = 8"])
        #expect(try await evaluate(editor, ".count == 3 && origin == app", "watch", frame: frame)["result"] == "true")
        try await editor.stop("stepBack")
        let past = try await editor.frames()[0]["id"]
        #expect(try await evaluate(editor, ".count == 3", "watch", frame: past)["result"] == "false")
        for context in ["watch", "hover", "variables", "clipboard"] {
            for text in ["send .reset", "set .count 9", "resume"] {
                #expect(
                    try await editor.refusal("evaluate", ["expression": .string(text), "context": .string(context)])
                        != "")
            }
        }
        #expect(
            try await editor.refusal("evaluate", ["expression": ".nothing", "context": "watch"]).contains("nothing"))
        #expect(bench.shop.seq == 2)
        let copied = try await evaluate(editor, ".items", "clipboard")["result"]?.text
        #expect(copied.map { try? JSON.parse($0) } == [7, 8])
    }

    @Test("the console runs commands where the editor stands, one after the other")
    func commands() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        #expect(try await evaluate(editor, "send .increment(by: 3)", "repl")["result"]?.text?.contains("0 → 3") == true)
        #expect(bench.shop.state.count == 3)
        let requests = (0..<8).map { number in
            editor.request("evaluate", ["expression": .string("send .increment(by: \(number))"), "context": "repl"])
        }
        for (number, request) in requests.enumerated() {
            let response = try await editor.response(to: request)
            #expect(response["body"]?["result"]?.text?.hasPrefix("#\(number + 2) ") == true)
        }
        #expect(bench.shop.seq == 9)
        #expect(try await evaluate(editor, ".count", "repl")["result"] == "31")
        #expect(
            try await editor.refusal("evaluate", ["expression": "sned .reset", "context": "repl"]).contains("send"))
        #expect(try await editor.refusal("evaluate", ["expression": "! touch /tmp/x", "context": "repl"]) != "")
    }

    @Test("commands that go somewhere take the cursor along")
    func moving() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        for _ in 0..<3 { bench.shop.dispatch(.increment(by: 1)) }
        try await editor.attach()
        try await editor.stop("pause")
        let count = editor.count
        _ = try await evaluate(editor, "goto 2", "repl")
        let stop = try await editor.event("stopped", after: count)
        #expect(stop["reason"] == "goto" && stop["description"] == "at #2")
        #expect(try await editor.stack().first == "#2 .increment(by: 1)")
        #expect(try await evaluate(editor, "state .count", "repl")["result"] == "2")
        let live = editor.count
        _ = try await evaluate(editor, "live", "repl")
        #expect(try await editor.event("stopped", after: live)["description"] == "the present")
        let resumed = editor.count
        _ = try await evaluate(editor, "resume", "repl")
        try await editor.event("continued", after: resumed)
    }

    @Test("a process with one connection serves the console as well, and an entry is written once")
    func oneConnection() async throws {
        let editor = EditorBench()
        try await editor.launch()
        _ = try await evaluate(editor, "send .load", "repl")
        let waited = try await evaluate(editor, "wait .session.case == \"loaded\"", "repl")
        #expect(waited["result"]?.text?.contains("@2") == true, "\(waited)")
        _ = try await evaluate(editor, "send .load", "repl")
        try await editor.event("output") { $0["output"]?.text?.hasPrefix("profile #3 ") == true }
        #expect(editor.received.count { $0["body"]?["output"]?.text?.hasPrefix("profile #2 ") == true } == 1)
        try await editor.ask("disconnect")
    }

    @Test("completions replace what is typed, counted in UTF-16")
    func completions() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let names = try await editor.ask("completions", ["text": "stat", "column": 5])["targets"]?.elements ?? []
        let state = try #require(names.first { $0["label"]?.text == "state" })
        #expect(state["start"] == 1 && state["length"] == 4)
        let text = "send .annotate(\"😀\"); state .cou"
        let paths =
            try await editor.ask(
                "completions", ["text": .string(text), "column": .count(text.utf16.count + 1)])["targets"]?.elements
            ?? []
        let path = try #require(paths.first)
        #expect(path["text"]?.text?.hasPrefix(".count") == true)
        #expect(path["start"] == .count(text.utf16.count - 4 + 1) && path["length"] == 4)
        #expect(try await editor.ask("completions", ["text": "😀", "column": 2])["targets"] != nil)
        #expect(try await editor.ask("completions", ["text": "s", "column": 99])["targets"] != nil)
    }

    @Test("a request that waits is cancelled, and answered as such")
    func cancel() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        let waiting = editor.request("evaluate", ["expression": "wait .count > 100", "context": "repl"])
        let queued = editor.request("evaluate", ["expression": "send .reset", "context": "repl"])
        try await editor.ask("cancel", ["requestId": .int(queued)])
        #expect(try await editor.response(to: queued)["message"] == "cancelled")
        try await editor.ask("cancel", ["requestId": .int(waiting)])
        let response = try await editor.response(to: waiting)
        #expect(response["success"] == false && response["message"] == "cancelled")
        #expect(bench.shop.seq == 0)
        #expect(try await evaluate(editor, ".count", "repl")["result"] == "0")
    }
}
