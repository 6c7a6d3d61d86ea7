import Foundation
import StrobeTree
import TerminalTesting
import Testing

/// `strobe web` for a demo process.
struct LiveProgram {
    typealias Steps = [(name: String?, step: Browser.Step)]

    let demo: DemoProcess
    let run: ProgramRun
    /// A link that opens the page once.
    let link: String

    /// The address of the page, without a key.
    var address: String { String(link.prefix { $0 != "#" }) }

    /// Starts both, and ends them after a test.
    ///
    /// - Parameters:
    ///   - target: What `strobe web` is to find; by default the process id.
    ///   - budget: The MiB of each store's history.
    static func with(
        _ options: String..., target: String? = nil, budget: Int = 64, use: (LiveProgram) async throws -> Void
    ) async throws {
        try await DemoProcess.with("--history-budget", String(budget)) { demo in
            let run = try ProgramRun(
                Executables.strobe, ["web", target ?? String(demo.run.pid)] + options, environment: demo.environment)
            defer { run.kill() }
            let output = try await run.waitForOutput { $0.contains("\n") }
            let link = output.prefix { $0 != "\n" }
            try #require(link.hasPrefix("http://127.0.0.1:"), "\(output)")
            try await use(LiveProgram(demo: demo, run: run, link: String(link)))
        }
    }

    /// Another link, which the inspector prints on Enter.
    func nextLink() async throws -> String {
        let count = try await run.waitForOutput { $0.contains("\n") }.split(separator: "\n").count
        try run.write("\n")
        let output = try await run.waitForOutput { $0.split(separator: "\n").count > count }
        return String(try #require(output.split(separator: "\n").last))
    }

    /// Opens the page and performs steps with names; the results by name.
    ///
    /// - Parameter expected: What each message of the browser has one of, such as those about refused connections.
    ///   Nothing but pages that a step opens is requested.
    func open(
        _ steps: Steps, flags: [String] = [], expecting expected: [String] = []
    ) async throws -> [String: Value] {
        try await Self.open(link, steps, flags: flags, expecting: expected)
    }

    static func open(
        _ link: String, _ steps: Steps, flags: [String] = [], expecting expected: [String] = []
    ) async throws -> [String: Value] {
        let outcome = try await Browser.open(link, flags: flags, steps.map(\.step))
        let pages = steps.compactMap { if case .open(let page) = $0.step { page } else { nil } }
        for message in outcome.messages { #expect(expected.contains { message.contains($0) }, "\(message)") }
        for request in outcome.requests {
            #expect(pages.contains { $0.prefix { $0 != "#" } == request } || !expected.isEmpty, "\(request)")
        }
        var answers: [String: Value] = [:]
        for (step, result) in zip(steps, outcome.results) {
            if let name = step.name { answers[name] = result }
        }
        return answers
    }

    /// Gives the page `feed(from, to)`, by which transitions come without a program.
    static let feeding: (name: String?, step: Browser.Step) = (
        nil,
        .before(
            """
            window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.last = this; } };
            window.feed = (from, to) => {
              for (let first = from; first <= to; first += 1000) {
                const entries = Array.from({ length: 1000 }, (_, index) => ({ method: 'log/appended', params: { store: 'turnstile',
                  entry: { seq: first + index, time: Date.now() * 1000 + first + index, label: '.coin', origin: 'app', cause: first + index - 1, effects: [] } } }));
                last.onmessage({ data: JSON.stringify(entries) });
              }
            };
            """)
    )

    static let ready = Browser.Step.wait("document.documentElement?.dataset.ready")

    /// Writes an action into the form, and sends it.
    static func send(_ text: String) -> Steps {
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
                "(() => { document.getElementById('tab-send').click(); const list = document.querySelector('#send select'); list.value = [...list.options].find(each => each.textContent === '\(store)').value; list.dispatchEvent(new Event('change')); })()"
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
