import InspectorCore
import LineEditing
import StrobeConformance
import StrobeTree

/// Renders the results of testing a server against the rules.
struct ConformanceRendering {
    var layout = Layout()

    private static let ruleWidth = 26

    /// The lines of one result: the rule, its section and text, and what is wrong.
    func lines(_ result: ConformanceResult) -> [StyledText] {
        let style: Style =
            switch result.outcome {
            case .pass: .added
            case .fail: .failure
            case .skip: .dim
            }
        var first = StyledText(result.outcome.rawValue, style) + StyledText("  ") + Self.head(result.rule)
        if result.outcome == .skip {
            first.append(result.message, .dim)
            return [first]
        }
        first.append(result.rule.text)
        guard result.outcome == .fail else { return [first] }
        var lines = [first]
        for (name, text) in [("", result.message), ("expected: ", result.expected), ("got: ", result.got)] {
            guard let text else { continue }
            lines += (StyledText("      " + name, .dim) + StyledText(text)).wrapped(to: layout.width, hanging: 8)
        }
        return lines
    }

    /// The line of a rule in a list of rules.
    func lines(_ rule: Rule, isTried: Bool) -> [StyledText] {
        var line = Self.head(rule) + StyledText(rule.text)
        if !isTried { line.append("  (cannot be tested from outside)", .dim) }
        return [line]
    }

    /// The last line: the number of rules passed and failed.
    func summary(_ results: [ConformanceResult], _ duration: Duration) -> [StyledText] {
        func count(_ outcome: ConformanceResult.Outcome) -> Int { results.filter { $0.outcome == outcome }.count }
        let failed = count(.fail)
        var line = StyledText("\(NumberText.counted(results.count, "rule")): \(count(.pass)) passed, ", .strong)
        line.append("\(failed) failed", failed == 0 ? .strong : .failure)
        line.append(", \(count(.skip)) skipped", .strong)
        line.append("  \(NumberText.seconds(.milliseconds(Int(duration / .milliseconds(100)) * 100)))", .dim)
        return [StyledText(""), line]
    }

    private static func head(_ rule: Rule) -> StyledText {
        let space = String(repeating: " ", count: max(ruleWidth - rule.id.count, 1))
        let section = rule.section.count > 3 ? "" : "§\(rule.section)".padded(to: 5)
        return StyledText(rule.id + space, .strong) + StyledText(section, .dim)
    }

    /// One result as JSON.
    static func object(_ result: ConformanceResult) -> Value {
        var members: Value.Object = [
            "rule": .string(result.rule.id), "section": .string(result.rule.section),
            "outcome": .string(result.outcome.rawValue), "text": .string(result.rule.text),
            "durationNanos": .int(Int64(result.duration / .nanoseconds(1))),
        ]
        if !result.message.isEmpty { members["message"] = .string(result.message) }
        if let expected = result.expected { members["expected"] = .string(expected) }
        if let got = result.got { members["got"] = .string(got) }
        return .object(members)
    }

    /// One rule as JSON.
    static func object(_ rule: Rule, isTried: Bool) -> Value {
        [
            "rule": .string(rule.id), "section": .string(rule.section), "text": .string(rule.text),
            "tried": .bool(isTried),
        ]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 1))
    }
}
