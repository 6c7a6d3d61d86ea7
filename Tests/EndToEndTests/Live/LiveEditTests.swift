import DeclarationTesting
import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite(
    "Values and held actions that are edited in the live page", .timeLimit(.minutes(8)),
    .enabled(if: Browser.isWanted, Browser.missing))
struct LiveEditTests {
    private static let field = "document.querySelector('#tree .editor textarea')"
    private static let place = "document.getElementById('place').textContent"
    private static let tree = "document.getElementById('tree').textContent"
    private static let answer = "document.querySelector('#answer[open] .answer-body')?.textContent"
    private static let rows = "document.querySelectorAll('.row').length"
    private static let sent = "document.getElementById('sent').textContent"

    /// Clicks the place in the state with a name.
    private static func choose(_ name: String) -> LiveProgram.Steps.Element {
        (
            nil,
            .evaluate(
                "[...document.querySelectorAll('#tree .node')].filter(each => each.querySelector('.name').textContent === '\(name)').forEach(each => (each.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })), each.click()))"
            )
        )
    }

    @Test("a value is edited in its place, by the keyboard alone; what comes meanwhile does not draw over it")
    func values() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            let typing = Task {
                while !Task.isCancelled {
                    _ = try await client.send(
                        ActionDispatch(store: "currency", action: ["inputChanged": ["_0": "5"]]))
                    for _ in 0..<5 { try await client.send(Ping()) }
                }
            }
            defer { typing.cancel() }
            let last = "Number(document.getElementById('position').textContent.split(' / ')[1].replace(/,/g, ''))"
            let editing = "document.activeElement === \(Self.field) && \(Self.field) !== null"
            let entry = "document.getElementById('entry').textContent"
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("\(last) > 3 && /inputAmount.?5/.test(\(Self.tree))")),
                (nil, .evaluate("document.getElementById('tree').focus()")), (nil, .key("Home")),
                (nil, .key("ArrowDown")),
                (nil, .key("Enter")), ("prefilled", .wait("\(editing) && \(Self.field).value === '5'")),
                ("stays", .evaluate("document.getElementById('follow').getAttribute('aria-pressed') === 'false'")),
                (nil, .evaluate("(window.last = \(last), window.began = performance.now())")), (nil, .type("77x")),
                // The tree would have been drawn again several times.
                (nil, .wait("\(last) > window.last + 5 && performance.now() > window.began + 500")),
                // Text is selected with the mouse, which is let go beside the field.
                (
                    nil,
                    .evaluate(
                        "(field => { for (const [name, node] of [['pointerdown', field], ['pointerup', document.body], ['click', field.closest('#tree')]]) node.dispatchEvent(new PointerEvent(name, { bubbles: true })); })(\(Self.field))"
                    )
                ),
                (nil, .evaluate("(window.last = \(last))")), (nil, .wait("\(last) > window.last + 2")),
                ("kept", .evaluate("\(editing) && \(Self.field).value === '77x'")), (nil, .key("Enter")),
                ("wrong", .wait("document.querySelector('#tree .editor .callout')?.textContent")),
                (nil, .key("Escape")), ("cancelled", .evaluate("\(Self.field) === null")),
                ("focus", .evaluate("document.activeElement.id")),
                ("goes on", .wait("/inputAmount.?5/.test(\(Self.tree))")),
                (nil, .key("F2")), (nil, .wait("\(editing) && \(Self.field).value === '5'")), (nil, .type("70007")),
                (nil, .key("Enter")), ("set", .wait("/Set, as #[0-9]+[.]/.test(\(Self.place))")),
                (nil, .evaluate("document.querySelector('#place span button').click()")),
                ("its row", .wait("/inputAmount.*5 → 70007/.test(\(entry))")),
            ])
            for name in ["prefilled", "stays", "kept", "cancelled", "goes on", "set", "its row"] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["focus"] == "tree")
            #expect(answers["wrong"].map { "\($0)" }?.isEmpty == false, "\(answers)")
        }
    }

    @Test("an edit ends when another row is chosen, or another view; what cannot be edited is not offered")
    func ending() async throws {
        try await LiveProgram.with("--control") { program in
            let button = "[...document.querySelectorAll('#place button')].find(each => each.textContent === 'Set…')"
            let open: LiveProgram.Steps = [LiveProgram.click("Set…"), (nil, .wait("\(Self.field) !== null"))]
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load") + [
                    (nil, .wait("\(Self.rows) === 2")), (nil, .key("Escape")), (nil, .key("1")),
                    (nil, .wait("\(Self.tree).includes('loaded')")),
                ] + open + [
                    (nil, .evaluate("document.getElementById('row-0').click()")),
                    ("row", .wait("\(Self.field) === null && \(Self.tree).includes('loading')")),
                ] + open + [
                    (nil, .evaluate("document.getElementById('tab-graph').click()")),
                    ("view", .evaluate("\(Self.field) === null")), (nil, .key("1")),
                ] + open + [
                    Self.choose("session"), ("node", .wait("\(Self.field) === null")),
                    ("offered", .evaluate("\(button).disabled")),
                ])
            for name in ["row", "view", "node"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["offered"] == false)
        }
    }

    @Test("answers that come late are no answers to another edit")
    func late() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "currency", action: ["inputChanged": ["_0": "5"]]))
            // Answers about edits wait in `held`, if that is wanted.
            let holding = """
                window.held = [];
                window.awaited = new Set();
                window.WebSocket = class extends WebSocket {
                  send(text) {
                    const { id, method } = JSON.parse(text);
                    if (window.isHolding && ['state/get', 'web/parse', 'state/set'].includes(method)) awaited.add(id);
                    super.send(text);
                  }
                  set onmessage(take) {
                    super.onmessage = event => [JSON.parse(event.data)].flat().some(each => awaited.has(each.id)) ? held.push(() => take(event)) : take(event);
                  }
                };
                """
            let release = { (after: String) in
                "new Promise(done => { held.shift()(); setTimeout(() => done(\(after)), 50); })"
            }
            let answers = try await program.open(
                [
                    (nil, .before(holding)), (nil, LiveProgram.ready),
                    (nil, .wait("/inputAmount.?5/.test(\(Self.tree))")),
                    (nil, .evaluate("document.getElementById('tree').focus()")), (nil, .key("Home")),
                    (nil, .key("ArrowDown")), (nil, .evaluate("window.isHolding = true")),
                    // The value of the first field comes when the second is there.
                    (nil, .key("F2")), (nil, .wait("held.length === 1")), (nil, .key("Escape")),
                    (nil, .key("ArrowDown")), (nil, .key("F2")), (nil, .wait("held.length === 2")),
                    ("first value", .evaluate(release("\(Self.field).value"))),
                    ("second value", .evaluate(release("\(Self.field).value"))),
                    // So does what came of setting the second when the third is.
                    (nil, .evaluate("\(Self.field).value = '2'")), (nil, .key("Enter")),
                    (nil, .wait("held.length === 1")), (nil, .evaluate(release("null"))),
                    (nil, .wait("held.length === 1")), (nil, .key("Escape")),
                    (nil, .key("ArrowUp")), (nil, .key("F2")), (nil, .wait("held.length >= 2")),
                    ("stays", .evaluate(release("\(Self.field) !== null"))),
                    ("set", .evaluate("/Set, as #[0-9]+[.]/.test(\(Self.place))")),
                ])
            #expect(answers["first value"] == "")
            #expect(answers["second value"] == "nil")
            #expect(answers["stays"] == true)
            #expect(answers["set"] == true)
        }
    }

    @Test("a state with something redacted is edited; what is redacted stays as it is", .readsDeclarations)
    func redacted() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [(nil, LiveProgram.ready), LiveProgram.choose("login")]
                    + LiveProgram.send(#".enteringCredential(.password("secret12"))"#) + [
                        (nil, .wait("\(Self.rows) === 1")), (nil, .key("Escape")), (nil, .key("1")),
                        (nil, .wait("\(Self.tree).includes('password')")),
                        (nil, .evaluate("document.getElementById('tree').focus()")), (nil, .key("Home")),
                        (nil, .key("F2")), ("text", .wait("\(Self.field)?.value")),
                        (
                            nil,
                            .evaluate(
                                "\(Self.field).value = \(Self.field).value.replace('username: \"\"', 'username: \"ada\"')"
                            )
                        ),
                        (nil, .key("Enter")), ("set", .wait("/Set, as #2[.]/.test(\(Self.place))")),
                        (nil, .evaluate("document.querySelector('#place span button').click()")),
                        ("its row", .wait("document.getElementById('entry').textContent.includes('1 change')")),
                    ])
            guard case .string(let text)? = answers["text"] else { throw ProgramRun.Failure(description: "no text") }
            #expect(text.contains(#"password: "‹redacted›""#), "\(text)")
            #expect(answers["set"] == true)
            #expect(answers["its row"] == true)
        }
    }

    @Test("any held action is edited; the one that goes through is found again, and one that is dropped is said to be")
    func held() async throws {
        try await LiveProgram.with("--control") { program in
            let held =
                "[...document.querySelectorAll('.gate-line.held .what')].map(each => each.textContent).join(' ')"
            let line = { (number: Int, label: String) in
                "[...document.querySelectorAll('.gate-line.held')][\(number)]?.querySelectorAll('button')[\(label == "Edit" ? 0 : 1)]"
            }
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.choose("turnstile"),
                ] + LiveProgram.send(".coin") + [
                    (nil, .wait("document.querySelector('#gate b')?.textContent === 'turnstile'")),
                    LiveProgram.click("Pause"),
                    (nil, .wait("document.getElementById('gate-status').textContent.startsWith('paused')")),
                ] + LiveProgram.send(".coin") + LiveProgram.send(".coin") + [
                    (nil, .wait("\(held) === '.coin .coin'")), (nil, .evaluate("\(line(1, "Edit")).click()")),
                    (nil, .wait("document.querySelector('#answer[open] textarea')?.value")),
                    (nil, .evaluate("document.querySelector('#answer textarea').select()")), (nil, .type(".push")),
                    (nil, .key("Control+Enter")), ("edited", .wait("\(held) === '.coin .push'")),
                    // The first one goes; the second, which was sent last, is still held.
                    (nil, .evaluate("document.getElementById('log').focus()")), (nil, .key(" ")),
                    (nil, .wait("\(held) === '.push'")), ("still held", .evaluate(Self.sent)),
                    (nil, .key(" ")), ("through", .wait("\(Self.sent).startsWith('Let through, as #3')")),
                    (nil, .evaluate("document.getElementById('tab-send').click()")), LiveProgram.click("Show #3"),
                    ("its row", .wait("document.getElementById('entry').textContent.includes('dispatched as .coin')")),
                ] + LiveProgram.send(".push") + LiveProgram.send(".coin") + [
                    (nil, .wait("\(held) === '.push .coin'")),
                    (nil, .evaluate("(button => (button.focus(), button.click()))(\(line(1, "Drop")))")),
                    ("dropped", .wait("\(Self.sent) === 'Dropped at the gate'")), (nil, .wait("\(held) === '.push'")),
                    // What was pressed is gone; the keyboard stays in the bar.
                    ("focus", .evaluate("document.activeElement.closest('#gate') !== null")),
                ])
            for name in ["edited", "through", "its row", "dropped", "focus"] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["still held"] == "Held at the gate")
        }
    }

    @Test("of two held actions that are the same the one that was sent last is found again")
    func equals() async throws {
        try await LiveProgram.with("--control") { program in
            let gate = "document.getElementById('gate').textContent"
            let answers = try await program.open(
                [(nil, LiveProgram.ready), LiveProgram.choose("turnstile")] + LiveProgram.send(".coin") + [
                    (nil, .wait("document.querySelector('#gate b')?.textContent === 'turnstile'")),
                    LiveProgram.click("Pause"), (nil, .wait("\(gate).includes('paused')")),
                ] + LiveProgram.send(".coin") + LiveProgram.send(".coin") + [
                    (nil, .wait("\(gate).includes('2 actions held')")), LiveProgram.click("Resume"),
                    ("through", .wait("\(Self.sent).startsWith('Let through, as #3')")),
                ])
            #expect(answers["through"] == true)
        }
    }

    @Test(
        "a breakpoint may have a path, a first hit, be for once, be off; a log point writes into the log",
        .readsDeclarations)
    func breakpoints() async throws {
        try await LiveProgram.with("--control") { program in
            let bar = "document.getElementById('gate').textContent"
            let list = "document.querySelector('#answer[open] .entries')?.textContent"
            func fill(_ values: [String: String], once: Bool = false) -> LiveProgram.Steps {
                let fields = values.map { name, value in
                    "document.querySelector('#answer [aria-label=\"\(name)\"]').value = \(JSON.text(.string(value)))"
                }
                let all = fields + ["document.querySelector('#answer [type=checkbox]').checked = \(once)", "true"]
                return [(nil, .evaluate("(\(all.joined(separator: ", ")))")), LiveProgram.click("Set")]
            }
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.choose("profile"),
                    LiveProgram.click("Break…"), (nil, .wait("\(Self.answer)?.includes('There are none.')")),
                ] + fill(["Path that changes": ".session", "First hit that stops": "2"], once: true) + [
                    ("set", .wait("\(list)?.includes('path .session  from hit 2 on  once  0 hits')"))
                ] + fill(["Action": ".load", "Text to log": "now {.session}"]) + [
                    ("log point", .wait("\(list)?.includes('.load  log \"now {.session}\"')"))
                ] + fill(["Path that changes": ".nowhere"]) + [
                    (
                        "wrong",
                        .wait("document.querySelector('#answer p[role=status]')?.textContent.includes('nowhere')")
                    ),
                    LiveProgram.click("Turn off"), ("off", .wait("\(list)?.includes('0 hits, off')")),
                    LiveProgram.click("Turn on"), ("on", .wait("\(list) && !\(list).includes('hits, off')")),
                    (nil, .key("Escape")),
                ] + LiveProgram.send(".load") + [
                    ("logged", .wait("document.querySelector('.row.note')?.textContent.includes('now .loading')")),
                    // The answer of the effect.
                    ("stopped", .wait("\(bar).includes('paused, 1 action held') && \(bar).includes('1 breakpoint')")),
                ])
            for name in ["set", "log point", "wrong", "off", "on", "logged", "stopped"] {
                #expect(answers[name] == true, "\(name)")
            }
        }
    }

    @Test("what only another one holds does not keep a page from being closed; who only watches sees the breakpoints")
    func watching() async throws {
        try await LiveProgram.with { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            _ = try await client.send(BreakpointSet(store: "turnstile", action: ".push"))
            _ = try await client.send(GatePause(store: "turnstile"))
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let answers = try await program.open([
                (nil, LiveProgram.ready),
                ("held", .wait("document.getElementById('gate').textContent.includes('1 action held')")),
                (
                    "asks",
                    .evaluate(
                        "(() => { const event = new Event('beforeunload', { cancelable: true }); window.dispatchEvent(event); return event.defaultPrevented; })()"
                    )
                ),
                LiveProgram.click("1 breakpoint"), ("listed", .wait("\(Self.answer)?.includes('.push  0 hits')")),
                (
                    "buttons",
                    .evaluate("document.querySelectorAll('#answer .answer-body button, #answer input').length")
                ),
            ])
            #expect(answers["held"] == true)
            #expect(answers["asks"] == false)
            #expect(answers["listed"] == true)
            #expect(answers["buttons"] == 0)
        }
    }
}
