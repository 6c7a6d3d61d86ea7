import Foundation
import DeclarationTesting
import Strobe
import StrobeRecording
import Testing

@testable import Inspector
@testable import OracleTesting

/// Creates the store of the generated test.
func makeStoreStore(initial: OracleState) -> Store<OracleState, OracleAction, Never> {
    let ignored = OracleGeneratedTests.ignored
    return Store(initial: initial) { (state: inout OracleState, action: OracleAction) -> Void in
        if action != ignored { state.reduce(action) }
    }
}

/// The test generated from a recording of random contents; it is in the folder Generated, where it also runs.
@Suite("A test that is made of a random recording", .timeLimit(.minutes(10)))
struct OracleGeneratedTests {
    /// An action that the reducer ignores.
    @TaskLocal static var ignored: OracleAction?
    private static let seed: UInt64 = 7_003
    private static let steps = 25

    @Test("generated again, it equals the one that is compiled", .readsDeclarations)
    func golden() async throws {
        let program = try await OracleProgram(OracleLog<OracleState>(seed: Self.seed))
        let test = try TestCommand.test(
            RecordingReader(paths: program.paths), range: "1..\(Self.steps)", store: nil, module: "OracleTesting",
            decodes: false)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Generated/\(test.typeName).swift")
        // The second line has the recorder and the time.
        func withoutMaker(_ source: String) -> [Substring] {
            source.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("// Made by") }
        }
        let compiled = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard withoutMaker(compiled) != withoutMaker(test.source) else { return }
        let new = URL(filePath: NSTemporaryDirectory()).appending(path: file.lastPathComponent)
        try Data(test.source.utf8).write(to: new)
        Issue.record("\(file.lastPathComponent) is another one now: it is in \(new.path)")
    }

    @Test("it passes where the same happens, and fails where anything else does")
    func runs() async throws {
        let log = try OracleLog<OracleState>(seed: Self.seed)
        for action in Set(log.actions.prefix(Self.steps)) {
            let isMissed = (0..<Self.steps).contains { log.actions[$0] == action && log.changed(.root, $0 + 1) }
            try await Self.$ignored.withValue(action) {
                if isMissed {
                    await withKnownIssue("\(action) does nothing") { try await StoreSteps1To25().steps() }
                } else {
                    try await StoreSteps1To25().steps()
                }
            }
        }
    }
}
