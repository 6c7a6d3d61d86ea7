internal import Synchronization

/// What was seen in passing to break a rule, whatever was being probed at that time.
final class Journal: Sendable {
    /// How many findings are kept of each rule; a server that breaks it always would fill the memory.
    private static let limit = 3

    private let findings = Mutex<[String: [Finding]]>([:])
    private let tried = Mutex<Set<String>>([])
    private let forms = Mutex<[String: Int]>([:])

    func note(_ rule: String, _ finding: Finding) {
        findings.withLock { findings in
            if findings[rule, default: []].count < Self.limit { findings[rule, default: []].append(finding) }
        }
    }

    /// Makes known that a rule was tried together with another one.
    func noteTried(_ rule: String) {
        tried.withLock { _ = $0.insert(rule) }
    }

    func isTried(_ rule: String) -> Bool {
        tried.withLock { $0.contains(rule) }
    }

    /// Notes that a message of a form is about to be validated.
    ///
    /// - Returns: Whether that is worth it: a flood of thousands of one form shows no more than some hundreds.
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
