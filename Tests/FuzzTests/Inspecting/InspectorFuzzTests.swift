import Foundation
import SeededTesting
import Testing

@testable import Inspector

/// The inspector and its tools with faulty servers and recordings.
///
/// A failure ends the process: a trap by itself; an endless loop or a flood by the watchdog, which prints the input.
@Suite("The inspector with faulty servers and recordings", .serialized)
struct InspectorFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }

    @Test("there is a line for every command")
    func commands() {
        #expect(Set(FuzzCommands.lines.keys) == Set(CommandTable.all.map(\.name)))
        for (name, lines) in FuzzCommands.lines {
            #expect(lines.contains { $0 == name || $0.hasPrefix(name + " ") }, "\(name)")
        }
    }

    @Test("no answer of a server ends the inspector, holds it up, or takes its memory")
    func answers() async throws {
        let wanted = Self.number("STROBE_FUZZ_ANSWERS") ?? 400
        var answers = 0
        var seed = UInt64(Self.number("STROBE_FUZZ_SEED") ?? 1)
        let first = seed
        while answers < wanted {
            var inspector = try FuzzedInspector(seed: seed)
            let rates = [3, 10, 30, 100]
            answers += await inspector.run(rate: rates[Int(seed % 4)], count: 12)
            seed += 1
        }
        if wanted > 400 { print("\(answers) answers in \(seed - first) sessions") }
    }

    @Test("no recording ends the tools that read it, holds them up, or takes their memory")
    func recordings() async throws {
        let wanted = Self.number("STROBE_FUZZ_RECORDINGS") ?? 15
        let first = UInt64(Self.number("STROBE_FUZZ_SEED") ?? 1)
        var opened = 0
        for seed in first..<first + UInt64(wanted) {
            var recording = FuzzedRecording(seed: seed)
            if try await recording.run() { opened += 1 }
        }
        #expect(opened * 2 >= wanted, "\(opened) of \(wanted) recordings could be opened: the tools were not tried")
        if wanted > 15 { print("\(opened) of \(wanted) recordings opened") }
    }
}
