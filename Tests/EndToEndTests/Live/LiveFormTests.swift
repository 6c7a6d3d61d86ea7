import DeclarationTesting
import StrobeTree
import TerminalTesting
import Testing

@Suite(
    "What one does in the live page", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveFormTests {
    private static let rows = "document.querySelectorAll('.row').length"
    private static let entry = "document.getElementById('entry').textContent"
    private static let answer = "document.querySelector('#answer .answer-body')?.textContent"

    private static func isShown(_ view: String) -> String {
        "document.getElementById('tab-\(view)').getAttribute('aria-selected') === 'true'"
    }

    /// A click on a row of the log; `position` counts from 0.
    private static func row(_ position: Int) -> (name: String?, step: Browser.Step) {
        (nil, .evaluate("document.getElementById('row-\(position)').click()"))
    }

    @Test(
        "an empty log offers to send an action; a row that is clicked is shown, and the form keeps what was typed",
        .readsDeclarations)
    func sending() async throws {
        try await LiveProgram.with("--control") { program in
            let field = "document.getElementById('action')"
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready),
                    ("empty", .evaluate("\(Self.entry).includes('Nothing has happened yet')")),
                    LiveProgram.click("Send an action…"), ("send", .evaluate(Self.isShown("send"))),
                ] + LiveProgram.send(".load") + [
                    (nil, .wait("\(Self.rows) === 2")), LiveProgram.click("failed"),
                    ("text", .evaluate("\(field).value")),
                    ("caret", .evaluate("[\(field).selectionStart, \(field).selectionEnd].join()")),
                    Self.row(0), ("step", .wait("\(Self.isShown("step")) && \(Self.entry).includes('profile #1')")),
                    ("kept", .evaluate("\(field).value")),
                ])
            for name in ["empty", "send", "step"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["text"] == #".failed(reason: "")"#)
            // Between the quotes.
            #expect(answers["caret"] == "17,17")
            #expect(answers["kept"] == answers["text"])
        }
    }

    @Test("what is compared, why something happened, and what is hidden are said, and can be taken back")
    func takingBack() async throws {
        try await LiveProgram.with("--control") { program in
            let count = "document.getElementById('count').textContent"
            let chip = "document.getElementById('hidden-stores')"
            let filter = "document.getElementById('filter')"
            let isComparing = "\(Self.entry).includes('Select the transition to compare')"
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load") + [
                    (nil, .wait("\(Self.rows) === 2")), Self.row(0), LiveProgram.click("Compare…"),
                    ("comparing", .evaluate(isComparing)), (nil, .key("Escape")), ("ended", .evaluate(isComparing)),
                    LiveProgram.click("Compare…"), LiveProgram.click("Stop comparing"),
                    ("cancelled", .evaluate(isComparing)),
                    LiveProgram.click("Compare…"), Self.row(1), LiveProgram.click("Compare with profile #1"),
                    ("compared", .wait("document.querySelector('#answer .change')?.textContent.includes('.session')")),
                    LiveProgram.click("Close"), ("again", .evaluate("\(Self.entry).includes('Compare…')")),
                    Self.row(0), LiveProgram.click("Why?"),
                    (
                        "why",
                        .wait(
                            "(text => text?.includes('Nothing: its origin is inspector.') && text.includes('#2'))(\(Self.answer))"
                        )
                    ), LiveProgram.click("Close"), Self.row(1), LiveProgram.click("Why?"),
                    (
                        "leaf",
                        .wait(
                            "(text => text?.includes('Nothing: it has no effects.') && !text.includes('#2'))(\(Self.answer))"
                        )
                    ), LiveProgram.click("Close"), (nil, .evaluate("document.querySelector('.lane').click()")),
                    ("hidden", .evaluate("\(chip).textContent")), ("no rows", .evaluate(count)),
                    (nil, .evaluate("\(chip).click()")), ("rows", .evaluate(count)),
                    ("no chip", .evaluate("\(chip).hidden")), (nil, .evaluate("\(filter).focus()")),
                    (nil, .type("loaded")), ("filtered", .evaluate(count)),
                    (nil, .evaluate("document.getElementById('clear-filter').click()")), ("all", .evaluate(count)),
                    ("cleared", .evaluate("\(filter).value === '' && document.activeElement === \(filter)")),
                ])
            for name in ["comparing", "compared", "again", "why", "leaf", "no chip", "cleared"] {
                #expect(answers[name] == true, "\(name)")
            }
            for name in ["ended", "cancelled"] { #expect(answers[name] == false, "\(name)") }
            #expect(answers["hidden"] == "profile hidden ✕")
            #expect(answers["no rows"] == "0 of 2 transitions shown")
            #expect(answers["filtered"] == "1 of 2 transitions shown")
            for name in ["rows", "all"] { #expect(answers[name] == "2 transitions", "\(name)") }
        }
    }

    @Test("while a held action is edited its changes are shown; what became of it is not left open", .readsDeclarations)
    func editing() async throws {
        try await LiveProgram.with("--control") { program in
            let held = "document.querySelector('.gate-line.held .what')?.textContent"
            let sent = "document.getElementById('sent').textContent"
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.click("Pause"),
                    (nil, .wait("document.getElementById('gate-status').textContent.startsWith('paused')")),
                ] + LiveProgram.send(".load") + [
                    ("sent", .evaluate(sent)), (nil, .wait("\(held)?.includes('load')")), LiveProgram.click("Edit…"),
                    ("would", .wait("\(Self.answer)?.includes('.initialized → .loading')")),
                    (nil, .evaluate("document.querySelector('#answer textarea').select()")), (nil, .type(".lo")),
                    ("offers", .wait("document.querySelectorAll('#answer .chip').length > 1")), (nil, .type("aded")),
                    ("wrong", .wait("document.querySelector('#answer .callout') !== null")),
                    (nil, .evaluate("document.querySelector('#answer textarea').select()")),
                    (nil, .type(".failed(reason: \"a\")")), (nil, .key("Control+Enter")),
                    ("edited", .wait("\(held)?.includes('failed')")), LiveProgram.click("Drop"),
                    ("over", .wait("\(sent) === 'Dropped at the gate'")),
                ])
            #expect(answers["sent"] == "Held at the gate")
            for name in ["would", "offers", "wrong", "edited", "over"] { #expect(answers[name] == true, "\(name)") }
        }
    }
}
