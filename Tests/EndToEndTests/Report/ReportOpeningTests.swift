import Foundation
import StrobeTree
import TerminalTesting
import Testing

@Suite("What a report shows first", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct ReportOpeningTests {
    /// The recording of a session with the demo, with rejections, failures and a note.
    private static let recording = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "InspectorTests/Recordings/demo.jsonl").path

    private func ask(_ place: String = "", _ expressions: [String]) async throws -> [Value] {
        let page = FileManager.default.temporaryDirectory.appending(path: "opening-\(UUID().uuidString).html").path
        defer { try? FileManager.default.removeItem(atPath: page) }
        let run = try await ProgramRun(Executables.strobe, ["report", Self.recording, "-o", page]).outcome(
            within: .seconds(180))
        #expect(run.status == 0, "\(run.errors)")
        let outcome = try await Browser.open(page + place, expressions.map { .evaluate($0) })
        #expect(outcome.messages.isEmpty)
        return outcome.results
    }

    private static let title = "document.querySelector('#entry .title').textContent"
    private static let link = "document.querySelector('#entry a').getAttribute('href')"
    private static let selected = "document.querySelector('.row[aria-selected=true]')"

    private static func filtered(_ text: String) -> String {
        "(() => { const field = document.getElementById('filter'); field.value = '\(text)'; "
            + "field.dispatchEvent(new Event('input')); return document.getElementById('count').textContent; })()"
    }

    @Test("the first failure or note, with its number, a link to it, and marks at round times")
    func opening() async throws {
        let answers = try await ask(
            "",
            [
                Self.title, Self.link, "\(Self.selected).querySelector('.seq').textContent",
                "[...document.querySelectorAll('#axis span')].map(each => each.textContent).join()",
                "document.getElementById('signs').textContent", Self.filtered("is:failed"), Self.filtered("#9"),
            ])
        #expect(answers[0] == .string(#".failed(reason: "The battery is \"empty\"\n\\(sorry)")"#), "\(answers[0])")
        #expect(Array(answers[1...2]) == ["#profile/5", "#5"])
        #expect(answers[3] == "0,500 ms,1 s,1.5 s,2 s,2.5 s,3 s,3.5 s,4 s,4.5 s,5 s", "\(answers[3])")
        #expect("\(answers[4])".contains("= none"))
        #expect(answers[5] == "6 of 48 transitions, 1 note shown" && answers[6] == "1 of 48 transitions, 1 note shown")
    }

    @Test("a link to a transition opens it, and its head is written as its row")
    func links() async throws {
        let answers = try await ask(
            "#widgets/4", [Self.title, Self.link, "\(Self.selected).querySelector('.what').textContent"])
        #expect(answers == [".SelectWidget(id: 12)", "#widgets/4", ".SelectWidget(id: 12)"])
    }

    @Test(
        "marks are at round times, however long a recording is",
        arguments: [
            ("41e6", "0,5 s,10 s,15 s"), ("400e3", "0,50 ms,100 ms"), ("70", "0,10 µs,20 µs"),
            ("200e6", "0,30 s,1 min,1:30"),
            ("5400e6", "0,10 min,20 min"), ("90000e6", "0,2 h,4 h"), ("8e6 * 86400 * 100", "0"),
        ])
    func marks(_ duration: String, _ beginning: String) async throws {
        let page = FileManager.default.temporaryDirectory.appending(path: "marks-\(UUID().uuidString).html").path
        defer { try? FileManager.default.removeItem(atPath: page) }
        // The functions of the page alone: its scripts are one closed function.
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Inspector/Pages/Report/timeline.js")
        let text = try String(contentsOf: source, encoding: .utf8)
        let start = try #require(text.range(of: "/** The least of 1, 2 and 5"))
        let end = try #require(text.range(of: "const timeline = {"))
        try "<!doctype html><title>marks</title><script>\(text[start.lowerBound..<end.lowerBound])</script>"
            .write(toFile: page, atomically: true, encoding: .utf8)
        let expression =
            "(() => { const every = roundTime(\(duration) / 13); "
            + "return [0, 1, 2, 3].map(each => roundText(each * every)).join(); })()"
        let outcome = try await Browser.open(page, [.evaluate(expression)])
        guard case .string(let marks)? = outcome.results.first else {
            throw ProgramRun.Failure(description: "no marks")
        }
        #expect(marks.hasPrefix(beginning), "\(marks)")
    }
}
