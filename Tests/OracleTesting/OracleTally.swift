import Foundation
import SeededTesting
import Synchronization
import Testing

/// Counts queries and compares answers with the expected ones.
final class OracleTally: Sendable {
    /// Whether wrong answers are only counted.
    private let isSilent: Bool
    private let contents = Mutex<(asked: [String: Int], failed: Int)>(([:], 0))

    init(isSilent: Bool = false) {
        self.isSilent = isSilent
    }

    deinit {
        guard !isSilent, ProcessInfo.processInfo.environment["STROBE_ORACLE_FIGURES"] != nil else { return }
        for (kind, count) in asked.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(kind)") }
    }

    /// The number of queries: `STROBE_ORACLE_QUESTIONS`, or by default more with `STROBE_LONG=1`.
    static let wanted =
        ProcessInfo.processInfo.environment["STROBE_ORACLE_QUESTIONS"].flatMap { Int($0) }
        ?? (LongTests.areRun ? 10_000 : 2_500)

    /// The number of wrong answers.
    var failed: Int { contents.withLock { $0.failed } }
    /// The number of queries, by kind.
    var asked: [String: Int] { contents.withLock { $0.asked } }
    var count: Int { asked.values.reduce(0, +) }

    /// Compares an answer with the expected one; the first wrong ones are reported.
    func hold<Answer: Equatable>(
        _ kind: String, _ answer: Answer, to expected: Answer, _ question: @autoclosure () -> String
    ) {
        let isReported = contents.withLock { contents in
            contents.asked[kind, default: 0] += 1
            guard answer != expected else { return false }
            contents.failed += 1
            return contents.failed <= 20 && !isSilent
        }
        if isReported { Issue.record("\(kind): \(question())\n  answered: \(answer)\n  expected: \(expected)") }
    }
}
