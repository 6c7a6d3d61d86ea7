import Foundation
import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What came of a script", .timeLimit(.minutes(5)))
struct ScriptReportTests {
    private func report(_ text: String, keepsGoing: Bool = true) async throws -> ScriptReport {
        let bench = try await Bench()
        let report = ScriptReport()
        let script = try Script(commands: [], file: "a.strobe", text: text, variables: [])
        _ = await ScriptRunner(session: bench.session, keepsGoing: keepsGoing, report: report).run(script)
        return report
    }

    /// The document without times.
    private func text(_ report: ScriptReport) -> String {
        JUnitText.text(report.cases, errors: [], duration: .milliseconds(1_234))
            .replacing(#/ time="\d+\.\d{6}"/#, with: "")
    }

    @Test("each expectation is a case: held, failed, not reached; other failures are errors")
    func cases() async throws {
        let report = try await report(
            """
            send .increment(by: 1)
            expect .count == 1
            repeat 3 as i expect .count == $i
            get .nothing
            """)
        #expect(
            text(report) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="strobe" tests="3" failures="1" errors="1" skipped="0">
                  <testsuite name="a.strobe" tests="3" failures="1" errors="1" skipped="0">
                    <testcase name="line 2: expect .count == 1" classname="a.strobe" file="a.strobe" line="2"/>
                    <testcase name="line 3: expect .count == $i" classname="a.strobe" file="a.strobe" line="3">
                      <failure message="The expectation does not hold at @1.">The expectation does not hold at @1.&#10;expected  .count == 2&#10;got       .count  1&#10;&gt; expect .count == 2&#10;2 of 3 times</failure>
                    </testcase>
                    <testcase name="line 4: get .nothing" classname="a.strobe" file="a.strobe" line="4">
                      <error message="There is nothing at /nothing">There is nothing at /nothing</error>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
        #expect(
            ScriptRendering.lines(report.cases, after: .seconds(2)).map(\.plain)
                == ["✗ 2 expectations: 1 failed, 1 held  in 2.0 s"])
    }

    @Test("what comes after the end counts as not reached")
    func notReached() async throws {
        let report = try await report("expect .count == 1\nexpect .count == 0", keepsGoing: false)
        #expect(text(report).contains("<skipped message=\"not run\"/>"))
        #expect(
            ScriptRendering.lines(report.cases, after: .zero).map(\.plain)
                == ["✗ 2 expectations: 1 failed, 1 not reached  in 0 ns"])
    }

    @Test("nothing is said where nothing was expected, and the document has a case all the same")
    func nothing() async throws {
        let report = try await report("echo a")
        #expect(ScriptRendering.lines(report.cases, after: .zero).isEmpty)
        #expect(text(report).contains("tests=\"1\" failures=\"0\""))
        let lost = JUnitText.text([], errors: [(nil, "The connection was lost.")], duration: .zero)
        #expect(lost.contains("<error message=\"The connection was lost.\">"))
    }

    @Test("what XML cannot hold is replaced, and what it reads otherwise is escaped")
    func escapes() throws {
        let place = ScriptPlace(source: .lines("a<b>&\".strobe"), line: 1)
        let error = InspectorError(.failed, "a\u{1B}[31m\u{0}]]> <x> & \"y\"\nz")
        let one = ScriptReport.Case(
            place: place, text: "expect \u{8}", isExpectation: true, runs: 1, failures: 1, failure: (error, "expect"))
        let text = JUnitText.text([one], errors: [], duration: .zero)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(text.contains("classname=\"a&lt;b&gt;&amp;&quot;.strobe\""))
        #expect(text.contains("a\u{FFFD}[31m\u{FFFD}]]&gt; &lt;x&gt; &amp; &quot;y&quot;&#10;z"))
    }
}
