import Foundation
import SeededTesting
import StrobeProtocol
import StrobeRecording
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Two programs that differ only in what is hidden cannot be distinguished", .timeLimit(.minutes(30)))
struct RedactionSweepTests {
    /// Whether all variants are tested, with `STROBE_ORACLE=1`.
    private static let isWhole = ProcessInfo.processInfo.environment["STROBE_ORACLE"] != nil

    /// Short texts, four digits and small numbers.
    private static let short = RedactedValues(
        texts: ["hush7391", "hush-b", "hush\"c", "hush‹redacted›"], numbers: [0, 7_391, 2, 1_000],
        flags: [false, true], words: [], levels: [.low, .high])
    /// Other values of other lengths; with `STROBE_LONG=1`, up to 900,000 bytes.
    private static let long = RedactedValues(
        texts: [
            "hush" + String(repeating: "x", count: LongTests.areRun ? 900_000 : 90_000), "hush",
            "hush-c-" + String(repeating: "é", count: LongTests.areRun ? 50_000 : 5_000),
            "hush-a\n",
        ],
        numbers: [987_654_321, -5, 0, 7_391], flags: [true, false], words: (0..<2_000).map { "hush\($0)" },
        levels: [.middle, .low])
    /// All values equal, and in another order.
    private static let equal = RedactedValues(
        texts: ["hush"], numbers: [4], flags: [true], words: ["hush", "hush"], levels: [.high])

    private static let guesses: [Value] =
        isWhole
        ? [
            "7391", "ush", "", "\"", .int(7_391), .int(0), .int(4), .bool(true), .bool(false), "low", "high", ["a"],
            .null, .double(0.5),
        ]
        : ["7391", "", .int(0), .bool(true)]

    private static let questions = OracleQuestions(guesses: guesses, isWhole: isWhole)

    @Test(
        "all answers, errors, notifications and recordings are the same, byte for byte, with either access",
        arguments: LongTests.areRun ? [Access.read, .control] : [.control])
    func sameBytes(access: Access) async throws {
        let first = try await Self.run(Self.short, access)
        for values in LongTests.areRun ? [Self.long, Self.equal] : [Self.long] {
            let other = try await Self.run(values, access)
            #expect(first.count == other.count)
            var told: Set<Substring> = []
            for (one, two) in zip(first, other) where one.answer != two.answer {
                guard told.insert(one.question.prefix { $0 != "{" }).inserted else { continue }
                Issue.record("\(one.question.prefix(300))\n\(Self.difference(one.answer, two.answer))")
            }
        }
        for one in first where one.answer.contains("hush") {
            Issue.record("\(one.question.prefix(300))\n\(one.answer.prefix(600))")
        }
        let understood = Set(first.filter { !$0.answer.hasPrefix("refused") }.map { $0.question.prefix { $0 != " " } })
        let needed = MethodRegistry.requests.filter { access == .control || $0.access == .read }.map { $0.method }
        let missing = needed.filter { !understood.contains($0[...]) }
        #expect(missing == [], "add questions that are answered to OracleQuestions")
    }

    /// The first difference of two answers.
    private static func difference(_ one: String, _ other: String) -> String {
        let place = zip(one, other).prefix { $0 == $1 }.count
        return [one, other].map { String($0.dropFirst(max(0, place - 120)).prefix(300)) }.joined(separator: "\n")
    }

    private typealias Answer = (question: String, answer: String)

    private static func run(_ values: RedactedValues, _ access: Access) async throws -> [Answer] {
        let program = try RedactedProgram(values)
        let folder = RecordingFolder()
        let recorder = try folder.recorder(
            .init(redaction: try .standard + Redaction(parsing: RedactedValues.rules), synchronous: access == .control))
        await program.server.record(to: recorder)
        let client = program.server.connect(capacity: 16 << 20)
        let hello = try await client.request(
            "initialize",
            [
                "protocolVersion": 1, "client": ["name": "test", "version": "1"],
                "access": .string(access.rawValue),
            ])
        var answers: [Answer] = [("initialize", text(hello))]
        try await client.request("subscribe", ["events": ["log", "gate"]])
        for store in RedactedProgram.stores { try await client.request("state/get", ["store": .string(store)]) }
        try await program.run()

        let kinds = try questions.reading + questions.aside + questions.changing + questions.others
        for (method, forms) in kinds {
            for params in forms {
                for store in RedactedProgram.stores {
                    var params = params
                    params["store"] = .string(store)
                    answers.append(try await ask(client, method, params))
                }
            }
        }
        answers.append(try await ask(client, "shutdown", [:]))
        // The order of two streams depends on threads.
        let told = client.takeNotifications().filter { $0.method != "state/changed" }.map { one in
            (
                stream: "\(one.method) \(text([one.params["store"] ?? .null, one.params["subscription"] ?? .null]))",
                one.params
            )
        }
        for stream in Set(told.map(\.stream)).sorted() {
            for one in told where one.stream == stream { answers.append((stream, text(.object(one.1)))) }
        }
        await recorder.stop()
        for name in folder.files {
            let data = FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data()
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
                var value = try JSON.parse(String(line))
                if case .object(var header) = value, header["kind"] == "header" {
                    header["id"] = nil
                    value = .object(header)
                }
                answers.append(("recording", text(value)))
            }
        }
        if access == .read {
            // The order of recorded lines of different stores depends on when they were read.
            let lines = answers.filter { $0.question == "recording" }.sorted { $0.answer < $1.answer }
            answers = answers.filter { $0.question != "recording" } + lines
        }
        withExtendedLifetime(program) {}
        return answers
    }

    private static func ask(_ client: WireClient, _ method: String, _ params: Value.Object) async throws -> Answer {
        let answer: String
        switch try await client.answer(to: client.post(method, params)) {
        case .success(let value): answer = text(value)
        case .failure(let error): answer = "refused: \(error.code) \(error.message) \(text(.object(error.data)))"
        }
        return ("\(method) \(JSON.text(.object(params)))", answer)
    }

    /// An answer without times and ids, which always differ.
    private static func text(_ value: Value) -> String { JSON.text(plain(value)) }

    private static let changing: Set = [
        "time", "since", "startedAt", "durationNanos", "duration", "afterMicros", "createdAt", "pid", "session", "t",
        "startMicros", "id_", "start", "end", "created", "uuid", "process", "started",
    ]

    private static func plain(_ value: Value) -> Value {
        switch value {
        case .array(let elements): return .array(elements.map(plain))
        case .object(let members):
            var kept = Value.Object()
            for (name, value) in members where !changing.contains(name) { kept[name] = plain(value) }
            return .object(kept)
        default: return value
        }
    }
}
