import Foundation
import StrobeTree
import TerminalTesting
import Testing

/// `strobe web` for a demo process.
struct LiveProgram {
    let demo: DemoProcess
    let run: ProgramRun
    /// A link that opens the page once.
    let link: String

    /// The address of the page, without a key.
    var address: String { String(link.prefix { $0 != "#" }) }

    /// Starts both, and ends them after a test.
    static func with(_ options: String..., use: (LiveProgram) async throws -> Void) async throws {
        try await DemoProcess.with { demo in
            let run = try ProgramRun(
                Executables.strobe, ["web", String(demo.run.pid)] + options, environment: demo.environment)
            defer { run.kill() }
            let output = try await run.waitForOutput { $0.contains("\n") }
            let link = output.prefix { $0 != "\n" }
            try #require(link.hasPrefix("http://127.0.0.1:"), "\(output)")
            try await use(LiveProgram(demo: demo, run: run, link: String(link)))
        }
    }

    /// Opens the page and performs steps with names; the results by name.
    func open(
        _ steps: [(name: String?, step: Browser.Step)], flags: [String] = [], isQuiet: Bool = true
    ) async throws -> [String: Value] {
        let outcome = try await Browser.open(link, flags: flags, steps.map(\.step))
        if isQuiet {
            #expect(outcome.messages.isEmpty)
            #expect(outcome.requests.isEmpty)
        }
        var answers: [String: Value] = [:]
        for (step, result) in zip(steps, outcome.results) {
            if let name = step.name { answers[name] = result }
        }
        return answers
    }

    static let ready = Browser.Step.wait("document.documentElement.dataset.ready")

    /// Writes an action into the form, and sends it.
    static func send(_ text: String) -> [(name: String?, step: Browser.Step)] {
        [
            (
                nil,
                .evaluate(
                    "(() => { document.getElementById('tab-send').click(); const field = document.getElementById('action'); field.value = \(JSON.text(.string(text))); field.dispatchEvent(new Event('input')); document.getElementById('send-button').click(); })()"
                )
            ), (nil, .wait("document.querySelector('#sent h2')?.textContent")),
        ]
    }

    /// Chooses the store that the form is for.
    static func choose(_ store: String) -> (name: String?, step: Browser.Step) {
        (
            nil,
            .evaluate(
                "(() => { const list = document.querySelector('#send select'); list.value = [...list.options].find(each => each.textContent === '\(store)').value; list.dispatchEvent(new Event('change')); })()"
            )
        )
    }

    /// Clicks the button with a text.
    static func click(_ text: String) -> (name: String?, step: Browser.Step) {
        (
            nil,
            .evaluate(
                "[...document.querySelectorAll('button')].find(each => each.textContent === '\(text)' && each.offsetParent !== null).click()"
            )
        )
    }
}
