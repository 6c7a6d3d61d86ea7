import InspectorCore
import StrobeSystem

/// The results of a script as XML for continuous integration: the format of JUnit's Ant task, as described by
/// github.com/testmoapp/junitxml.
enum JUnitText {
    /// The document.
    ///
    /// - Parameters:
    ///   - cases: The results of each place.
    ///   - errors: Other errors that ended the script: a lost connection, text that does not parse.
    ///   - duration: The total duration.
    static func text(_ cases: [ScriptReport.Case], errors: [(place: ScriptPlace?, message: String)], duration: Duration)
        -> String
    {
        var suites: [(name: String, cases: [String], counts: Counts)] = []
        func add(_ name: String, _ text: String, _ count: Counts) {
            if let index = suites.firstIndex(where: { $0.name == name }) {
                suites[index].cases.append(text)
                suites[index].counts.add(count)
            } else {
                suites.append((name, [text], count))
            }
        }
        for one in cases {
            let (text, count) = testCase(one)
            add(suite(of: one.place), text, count)
        }
        for error in errors {
            let name = error.place.map(suite(of:)) ?? suites.first?.name ?? "commands"
            let line = error.place.map { " line=\"\($0.line)\"" } ?? ""
            let title = error.place.map { "line \($0.line)" } ?? "end"
            let text = """
                    <testcase name="\(title)" classname="\(escaped(name))"\(line) time="0">
                      <error message="\(escaped(firstLine(error.message)))">\(escaped(error.message))</error>
                    </testcase>
                """
            add(name, text, Counts(tests: 1, errors: 1))
        }
        if suites.isEmpty {
            add(
                "commands", "    <testcase name=\"commands\" classname=\"commands\" time=\"\(seconds(duration))\"/>",
                Counts(tests: 1, time: duration))
        }
        var all = Counts()
        for suite in suites { all.add(suite.counts) }
        all.time = duration
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"strobe\" \(all.attributes)>"]
        for suite in suites {
            lines.append("  <testsuite name=\"\(escaped(suite.name))\" \(suite.counts.attributes)>")
            lines += suite.cases
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0
        var time = Duration.zero

        mutating func add(_ other: Counts) {
            tests += other.tests
            failures += other.failures
            errors += other.errors
            skipped += other.skipped
            time += other.time
        }

        var attributes: String {
            "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
                + "time=\"\(seconds(time))\""
        }
    }

    private static func testCase(_ one: ScriptReport.Case) -> (String, Counts) {
        let file = one.place.source.name.map { " file=\"\(escaped($0))\"" } ?? ""
        let name = "line \(one.place.line): \(firstLine(one.text))"
        let suite = escaped(suite(of: one.place))
        let head =
            "    <testcase name=\"\(escaped(name))\" classname=\"\(suite)\"\(file) line=\"\(one.place.line)\" "
            + "time=\"\(seconds(one.duration))\""
        var counts = Counts(tests: 1, time: one.duration)
        guard one.runs > 0 else {
            counts.skipped = 1
            return ("\(head)>\n      <skipped message=\"not run\"/>\n    </testcase>", counts)
        }
        guard let (error, statement) = one.failure else { return (head + "/>", counts) }
        let tag = one.isExpectation ? "failure" : "error"
        if one.isExpectation { counts.failures = 1 } else { counts.errors = 1 }
        var text = [error.message] + error.details
        if statement != one.text { text.append("> \(statement)") }
        if one.runs > 1 { text.append("\(one.failures) of \(one.runs) times") }
        let body = escaped(text.joined(separator: "\n"))
        return (
            "\(head)>\n      <\(tag) message=\"\(escaped(error.message))\">\(body)</\(tag)>\n    </testcase>", counts
        )
    }

    private static func suite(of place: ScriptPlace) -> String { place.source.name ?? "commands" }

    private static func firstLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }

    static func seconds(_ duration: Duration) -> String {
        let micros = max(Int(duration / .microseconds(1)), 0)
        let fraction = String(micros % 1_000_000)
        return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }

    /// The text escaped, with characters that XML 1.0 cannot represent replaced.
    static func escaped(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "\n": safe += "&#10;"
            case "\t": safe += "&#9;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                safe += "\u{FFFD}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
