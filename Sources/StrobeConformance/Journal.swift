internal import Synchronization

/// What was seen in passing to break a rule, whatever was being probed at that time.
final class Journal: Sendable {
    /// How many findings are kept of each rule; a server that breaks it always would fill the memory.
    private static let limit = 3

    private let findings = Mutex<[String: [Finding]]>([:])

    func note(_ rule: String, _ finding: Finding) {
        findings.withLock { findings in
            if findings[rule, default: []].count < Self.limit { findings[rule, default: []].append(finding) }
        }
    }

    func first(of rule: String) -> Finding? {
        findings.withLock { $0[rule]?.first }
    }
}
