import InspectorCore
import StrobeConformance

extension JUnitText {
    /// The document of a conformance run: a test case for each rule, a suite for each group.
    static func text(_ results: [ConformanceResult], duration: Duration) -> String {
        var groups: [(name: String, results: [ConformanceResult])] = []
        for result in results {
            let name = String(result.rule.id.prefix { $0 != "." })
            if groups.last?.name == name {
                groups[groups.count - 1].results.append(result)
            } else {
                groups.append((name, [result]))
            }
        }
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"strobe conformance\" \(attributes(results, duration))>",
        ]
        for group in groups {
            let total = group.results.reduce(Duration.zero) { $0 + $1.duration }
            lines.append("  <testsuite name=\"\(escaped(group.name))\" \(attributes(group.results, total))>")
            lines += group.results.map(testCase)
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private static func attributes(_ results: [ConformanceResult], _ duration: Duration) -> String {
        func count(_ outcome: ConformanceResult.Outcome) -> Int { results.filter { $0.outcome == outcome }.count }
        return "tests=\"\(results.count)\" failures=\"\(count(.fail))\" errors=\"0\" skipped=\"\(count(.skip))\" "
            + "time=\"\(seconds(duration))\""
    }

    private static func testCase(_ result: ConformanceResult) -> String {
        let head =
            "    <testcase name=\"\(escaped(result.rule.id))\" classname=\"protocol §\(escaped(result.rule.section))\" "
            + "time=\"\(seconds(result.duration))\""
        let message = escaped(result.message)
        switch result.outcome {
        case .pass: return head + "/>"
        case .skip: return "\(head)>\n      <skipped message=\"\(message)\"/>\n    </testcase>"
        case .fail:
            let text = [
                result.rule.text, result.message, result.expected.map { "expected: \($0)" },
                result.got.map { "got: \($0)" },
            ]
            let body = escaped(text.compactMap(\.self).joined(separator: "\n"))
            return "\(head)>\n      <failure message=\"\(message)\">\(body)</failure>\n    </testcase>"
        }
    }
}
