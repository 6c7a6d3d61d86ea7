internal import Synchronization

/// The violations observed in passing, whatever rule was being tested.
final class Journal: Sendable {
    /// The maximum number of findings for each rule; a server that always breaks one would fill the memory.
    private static let limit = 3

    private let findings = Mutex<[String: [Finding]]>([:])
    private let tried = Mutex<Set<String>>([])
    private let forms = Mutex<[String: Int]>([:])

    func note(_ rule: String, _ finding: Finding) {
        findings.withLock { findings in
            if findings[rule, default: []].count < Self.limit { findings[rule, default: []].append(finding) }
        }
    }

    /// Notes that a rule was tested together with another one.
    func noteTried(_ rule: String) {
        tried.withLock { _ = $0.insert(rule) }
    }

    func isTried(_ rule: String) -> Bool {
        tried.withLock { $0.contains(rule) }
    }

    /// Notes that a message of a form is about to be validated.
    ///
    /// - Returns: Whether to validate it: thousands of one form show no more than some hundreds.
    func takesForm(_ name: String) -> Bool {
        forms.withLock { forms in
            forms[name, default: 0] += 1
            return forms[name, default: 0] <= 500
        }
    }

    func first(of rule: String) -> Finding? {
        findings.withLock { $0[rule]?.first }
    }
}
