import Foundation
import DeclarationTesting
import StrobeTree
import TerminalTesting
import Testing

/// A running program answers invalid input, and its stores are not affected.
@Suite struct BadInputTests {
    static let hello = """
        {"jsonrpc":"2.0","id":"hello","method":"initialize","params":\
        {"protocolVersion":1,"client":{"name":"test","version":"1"},"access":"control"}}

        """

    private func request(_ id: String, _ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(method)","params":\#(params)}"# + "\n"
    }

    /// The answers of one demo process to some lines, by id; those without an id are under `null`.
    private func answers(to lines: [String]) async throws -> [String: Value] {
        let run = try await ProgramRun.run(
            Executables.demo, ["--stdio", "--quiet"], input: Self.hello + lines.joined())
        #expect(run.status == 0)
        var answers: [String: Value] = [:]
        for line in run.output.split(separator: "\n") {
            let message = try JSON.parse(String(line))
            guard let id = message.value(at: Path(["id"])) else { continue }
            if case .string(let id) = id { answers[id] = message } else { answers["null"] = message }
        }
        return answers
    }

    private func code(_ answer: Value?) -> Value? { answer?.value(at: Path(["error", "code"])) }
    private func kind(_ answer: Value?) -> Value? { answer?.value(at: Path(["error", "data", "kind"])) }
    private func message(_ answer: Value?) throws -> String {
        guard case .string(let text)? = answer?.value(at: Path(["error", "message"])) else {
            throw ProgramRun.Failure(description: "no error message in \(String(describing: answer))")
        }
        return text
    }

    @Test("a malformed line is answered with a parse error, and the session goes on")
    func malformedLine() async throws {
        let answers = try await answers(to: ["{\"jsonrpc\":\n", "]\n", "\u{0}\u{1}\n", request("after", "ping", "{}")])
        #expect(code(answers["null"]) == -32700)
        #expect(answers["after"]?.value(at: Path(["result"])) == [:])
    }

    @Test("an unknown method is answered with the nearest one")
    func unknownMethod() async throws {
        let answer = try await answers(to: [request("1", "state/gett", "{}")])["1"]
        #expect(code(answer) == -32601)
        #expect(try message(answer).contains("state/get"))
    }

    @Test("a parameter of the wrong type is named")
    func wrongType() async throws {
        let answer = try await answers(to: [request("1", "state/get", #"{"store":"profile","path":7}"#)])["1"]
        #expect(code(answer) == -32602)
        #expect(try message(answer).contains("path"))
    }

    @Test("an unknown path and an unknown store are named")
    func unknownPath() async throws {
        let answers = try await answers(to: [
            request("1", "state/get", #"{"store":"profile","path":"/sesion"}"#),
            request("2", "state/get", #"{"store":"profil"}"#),
        ])
        #expect(kind(answers["1"]) == "noSuchPath")
        #expect(try message(answers["1"]).contains("session"))
        #expect(kind(answers["2"]) == "unknownStore")
        #expect(try message(answers["2"]).contains("profile"))
    }

    @Test("an action that does not decode changes nothing and says where, what was expected, and the nearest case")
    func undecodableAction() async throws {
        let answers = try await answers(to: [
            request("1", "action/dispatch", #"{"store":"profile","action":"laod"}"#),
            request("2", "action/dispatch", #"{"store":"profile","action":{"loaded":{"id":"seven"}}}"#),
            request("list", "store/list", "{}"),
        ])
        #expect(kind(answers["1"]) == "undecodableAction")
        #expect(
            answers["1"]?.value(at: Path(["error", "data", "suggestion"])) == (Declarations.areRead ? "load" : nil))
        #expect(kind(answers["2"]) == "undecodableAction")
        #expect(answers["2"]?.value(at: Path(["error", "data", "path"])) == "/loaded/id")
        #expect(answers["list"]?.value(at: Path(["result", "stores", "0", "seq"])) == 0)
    }

    @Test("a line of 2 MB is refused without being kept, and the session goes on")
    func longLine() async throws {
        let long = request("1", "ping", "{\"x\":\"" + String(repeating: "x", count: 2 << 20) + "\"}")
        let answers = try await answers(to: [long, request("after", "ping", "{}")])
        #expect(kind(answers["null"]) == "lineTooLong")
        #expect(answers["after"]?.value(at: Path(["result"])) == [:])
    }

    @Test("nothing but protocol goes to standard output")
    func onlyProtocol() async throws {
        let run = try await ProgramRun.run(
            Executables.demo, ["--stdio", "--quiet"],
            input: Self.hello + request("1", "action/dispatch", #"{"store":"profile","action":"load"}"#))
        for line in run.output.split(separator: "\n") {
            #expect(try JSON.parse(String(line)).value(at: Path(["jsonrpc"])) == "2.0")
        }
    }

    @Test("a process whose standard input does not begin with initialize says so before it ends")
    func noHandshake() async throws {
        let run = try await ProgramRun.run(Executables.demo, ["--stdio", "--quiet"], input: "hello\n")
        #expect(run.output.isEmpty && run.errors.contains("initialize"))
    }
}
