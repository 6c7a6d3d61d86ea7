import DeclarationTesting
import Foundation
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree
import TerminalTesting
import Testing

@Suite("The live page, in a browser", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LivePageTests {
    private static let title = "document.querySelector('#entry .title')?.textContent"
    private static let rows = "document.querySelectorAll('.row').length"

    @Test("the key leaves the address; what happens is shown as it comes, and again after a reload", .readsDeclarations)
    func following() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [(nil, LiveProgram.ready), ("address", .evaluate("location.href"))] + LiveProgram.send(".load") + [
                    ("two", .wait("\(Self.rows) === 2")),
                    (nil, .evaluate("document.getElementById('tab-step').click()")),
                    ("title", .wait("\(Self.title)?.startsWith('.loaded')")),
                    ("tally", .wait("document.querySelector('.row .tally.some')?.textContent")),
                    ("state", .wait("document.getElementById('tree').textContent.includes('Ada Lovelace')")),
                    (nil, .reload), (nil, LiveProgram.ready), ("again", .wait("\(Self.rows) === 2")),
                ])
            #expect(answers["address"] == .string(program.address))
            for name in ["two", "title", "state", "again"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["tally"] == "~2")
        }
    }

    @Test("while an action is typed its changes and effects are shown; nothing is sent", .readsDeclarations)
    func trying() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), (nil, .key("a")), (nil, .type(".load")),
                    (
                        "would",
                        .wait("document.getElementById('try-result').textContent.includes('.initialized → .loading')")
                    ),
                    ("effect", .evaluate("document.getElementById('try-result').textContent.includes('⇒')")),
                    (nil, .evaluate("document.getElementById('action').select()")), (nil, .type(".lod")),
                    ("wrong", .wait("document.querySelector('#try-result .callout')?.textContent.includes('load')")),
                    // Escape leaves the form for the log, where keys are commands again.
                    (nil, .key("Escape")), ("focus", .evaluate("document.activeElement.id")), (nil, .key("1")),
                    ("view", .evaluate("document.getElementById('tab-step').getAttribute('aria-selected')")),
                ])
            #expect(answers["focus"] == "log")
            #expect(answers["view"] == "true")
            #expect(answers["would"] == true)
            #expect(answers["effect"] == true)
            #expect(answers["wrong"] == true)
            try await Self.expectNothing(in: program)
        }
    }

    @Test("what the page says of itself is so: position, address, keys, whose state is shown, what was sent")
    func labels() async throws {
        try await LiveProgram.with("--control") { program in
            let position = "document.getElementById('position').textContent"
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load") + [
                    ("over", .wait("document.getElementById('try-result').textContent === ''")),
                    (nil, .wait("\(Self.rows) === 2")), (nil, .key("Escape")), (nil, .key("Home")),
                    ("first", .wait("\(position) === '1 / 2'")), (nil, .wait("location.hash === '#profile/1'")),
                    (nil, .key("f")), ("last", .wait("\(position) === '2 / 2'")),
                    ("address", .evaluate("location.hash === ''")), (nil, .reload), (nil, LiveProgram.ready),
                    ("follows", .wait("document.getElementById('follow').getAttribute('aria-pressed') === 'true'")),
                    (nil, .key("?")), ("top", .evaluate("document.getElementById('help').scrollTop === 0")),
                    ("keys", .evaluate("document.getElementById('help').textContent.includes('send, session')")),
                    (nil, .key("Escape")),
                    (
                        nil,
                        .evaluate(
                            "(() => { const list = document.getElementById('state-store'); list.value = [...list.options].find(each => each.textContent === 'currency').value; list.dispatchEvent(new Event('change')); })()"
                        )
                    ),
                    (
                        "whose",
                        .wait(
                            "document.getElementById('state-store').options[0].textContent === 'profile (of the transition)'"
                        )
                    ),
                ])
            for name in ["over", "first", "last", "address", "follows", "top", "keys", "whose"] {
                #expect(answers[name] == true, "\(name)")
            }
        }
    }

    @Test("one click tells what the present would be without a step, another why it happened")
    func questions() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load") + [
                    (nil, .wait("\(Self.rows) === 2")), (nil, .evaluate("document.getElementById('tab-step').click()")),
                    (nil, .wait("\(Self.title)?.includes('loaded')")), LiveProgram.click("Without this"),
                    ("without", .wait("document.querySelector('#answer .change')?.textContent.includes('.session')")),
                    LiveProgram.click("Close"), LiveProgram.click("Why?"),
                    (
                        "why",
                        .wait(
                            "[...document.querySelectorAll('#answer li')].some(each => each.textContent.includes('.load'))"
                        )
                    ),
                    LiveProgram.click("Close"), (nil, .evaluate("document.activeElement?.blur()")), (nil, .key("b")),
                    ("blame", .wait("document.querySelector('#answer .answer-body')?.textContent.includes('#2')")),
                ])
            for name in ["without", "why", "blame"] { #expect(answers[name] == true, "\(name)") }
        }
    }

    @Test("the gate holds actions, shows what the first would do, and drops or lets them through", .readsDeclarations)
    func gate() async throws {
        try await LiveProgram.with("--control") { program in
            let status = "document.getElementById('gate-status').textContent"
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.click("Pause"),
                    ("paused", .wait("\(status).startsWith('paused')")),
                ] + LiveProgram.send(".load") + [
                    ("held", .wait("\(status).includes('1 action held')")),
                    ("would", .wait("document.querySelector('.gate-would')?.textContent.includes('.loading')")),
                    LiveProgram.click("Drop"), ("dropped", .wait("\(status).includes('0 actions held')")),
                    (
                        "noted",
                        .wait("document.querySelector('.row.note')?.textContent.includes('dropped at the gate')")
                    ),
                    LiveProgram.click("Resume"), ("open", .wait("\(status) === 'running'")),
                ])
            for name in ["paused", "held", "would", "dropped", "noted", "open"] {
                #expect(answers[name] == true, "\(name)")
            }
            try await Self.expectNothing(in: program)
        }
    }

    @Test("a paused store is shown as paused, and can be resumed, while another one is looked at")
    func otherGates() async throws {
        try await LiveProgram.with("--control") { program in
            let bar = "document.getElementById('gate').textContent"
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.choose("turnstile"),
                ] + LiveProgram.send(".coin") + [
                    (nil, .wait("document.querySelector('#gate b')?.textContent === 'turnstile'")),
                    LiveProgram.click("Pause"), (nil, .wait("\(bar).includes('paused, 0 actions held')")),
                    LiveProgram.choose("profile"),
                ] + LiveProgram.send(".load") + [
                    (
                        "both",
                        .wait(
                            "\(bar).startsWith('profilerunning') && \(bar).includes('turnstilepaused, 0 actions held')")
                    ),
                    LiveProgram.click("Resume"), ("open", .wait("!\(bar).includes('paused')")),
                ])
            #expect(answers["both"] == true)
            #expect(answers["open"] == true)
        }
    }

    @Test("keys that are typed where a held action is edited do not let it through")
    func typing() async throws {
        try await LiveProgram.with("--control") { program in
            let held = "document.querySelector('.gate-line.held .what')?.textContent"
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.click("Pause"),
                    (nil, .wait("document.getElementById('gate-status').textContent.startsWith('paused')")),
                ] + LiveProgram.send(".load") + [
                    (nil, .wait("\(held)?.includes('load')")), LiveProgram.click("Edit…"),
                    ("focus", .wait("document.activeElement?.matches('#answer textarea')")),
                    (nil, .evaluate("document.activeElement.select()")), (nil, .type(".failed(reason: \"a")),
                    (nil, .key("r")), (nil, .key(" ")), (nil, .key("p")), (nil, .type("\")")),
                    // Nor do those that go to a button of the dialog.
                    (nil, .evaluate("document.querySelector('#answer form button').focus()")), (nil, .key("r")),
                    ("typed", .evaluate("document.querySelector('#answer textarea').value")),
                    LiveProgram.click("Change"), ("held", .wait("\(held)?.includes('failed')")),
                ])
            #expect(answers["focus"] == true)
            #expect(answers["typed"] == #".failed(reason: "ar p")"#)
            #expect(answers["held"] == true)
        }
    }

    /// Expects that no store of the process had a transition.
    private static func expectNothing(in program: LiveProgram) async throws {
        let client = try await program.demo.attach()
        let stores = try await client.send(StoreList()).stores
        await client.close()
        #expect(!stores.isEmpty && stores.allSatisfy { $0.seq == 0 }, "\(stores)")
    }

    @Test("no value of the program becomes markup or script")
    func hostile() async throws {
        let name = "</script><img src=x onerror=window.wasRun=1>\u{2028}<b>\u{202E}"
        let action = #".loaded(User(id: 1, name: "\#(name)", email: "__proto__", followers: 9007199254740993))"#
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(action) + [
                    (nil, .wait("\(Self.rows) === 1")), (nil, .evaluate("document.getElementById('tab-step').click()")),
                    ("title", .wait("\(Self.title)?.includes('</script><img')")),
                    ("number", .wait("\(Self.title).includes('9007199254740993')")),
                    ("images", .evaluate("document.querySelectorAll('img, b .x').length")),
                    ("ran", .evaluate("window.wasRun ?? 'no'")),
                    ("plain", .evaluate("document.body.textContent.includes('\\u202E') ? 'raw' : 'escaped'")),
                ])
            #expect(answers["title"] == true)
            #expect(answers["number"] == true)
            #expect(answers["images"] == 0)
            #expect(answers["ran"] == "no")
            #expect(answers["plain"] == "escaped")
        }
    }

    @Test("every control has a name, and all views are there at every width, light and dark")
    func accessibility() async throws {
        try await LiveProgram.with("--control") { program in
            let nameless = """
                [...document.querySelectorAll('button, input, select, textarea, [role=listbox], [role=tree], [role=slider]')]
                  .filter(each => each.offsetParent !== null && !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length))
                  .map(each => each.outerHTML)
                """
            var steps: LiveProgram.Steps = [(nil, LiveProgram.ready)] + LiveProgram.send(".load")
            for width in [390, 420, 1280, 3840] {
                for scheme in ["light", "dark"] {
                    steps += [(nil, .size(width, 900)), (nil, .scheme(scheme))]
                    for view in ["step", "graph", "send", "session"] {
                        steps += [
                            (nil, .evaluate("document.getElementById('tab-\(view)').click()")),
                            ("names \(width) \(view)", .evaluate(nameless)),
                            (
                                "wide \(width) \(view)",
                                .evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
                            ),
                        ]
                    }
                }
            }
            let answers = try await program.open(steps)
            for (name, value) in answers { #expect(value == (name.hasPrefix("names") ? [] : false), "\(name)") }
        }
    }

    @Test("a recording is shown as it is written, and gets no actions")
    func recordings() async throws {
        try await DemoProcess.with { demo in
            let file = demo.directory.appending(path: "session.jsonl").path()
            let recorder = try ProgramRun(
                Executables.strobe, ["record", String(demo.run.pid), "-o", file], environment: demo.environment)
            defer { recorder.kill() }
            let client = try await demo.attach()
            try await client.send(Subscribe(store: "turnstile", events: [.log]))
            // Until its header is there.
            while FileManager.default.contents(atPath: file)?.contains(0x0A) != true { try await client.send(Ping()) }
            let run = try ProgramRun(Executables.strobe, ["web", "--follow", file], environment: demo.environment)
            defer { run.kill() }
            let link = try await run.waitForOutput { $0.contains("\n") }.prefix { $0 != "\n" }
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let outcome = try await Browser.open(
                String(link),
                [
                    LiveProgram.ready, .wait("document.querySelector('.row')?.textContent.includes('.coin')"),
                    .evaluate("document.getElementById('send-button').disabled"),
                    .evaluate("document.getElementById('badges').textContent.includes('recording')"),
                ])
            #expect(outcome.results == ["true", true, true, true])
            #expect(outcome.messages.isEmpty)
        }
    }

    @Test("texts that mean something to a browser are shown as they are: labels, names and values")
    func values() async throws {
        let odd = "</script><script>window.wasRun=1</script>\u{2028}\u{2029}\u{202E}\u{2066}<!--"
        let state: Value = ["n": 0, "__proto__": .string(odd), odd: ["constructor": "__proto__"]]
        try await LargeRecording.with(count: 2, state: state, hasKeyframes: false, label: odd) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), ("rows", .wait("\(Self.rows) === 2")),
                    (
                        "label",
                        .wait(
                            "(text => text?.includes('</script><script>') && text.includes('u{202E}'))(document.querySelector('.row .what')?.textContent)"
                        )
                    ),
                    (
                        "names",
                        .wait(
                            "(text => text.includes('__proto__') && text.includes('</script><script>') && text.includes('u{2066}'))(document.getElementById('tree').textContent)"
                        )
                    ), ("scripts", .evaluate("document.querySelectorAll('script').length")),
                    ("ran", .evaluate("window.wasRun ?? 'no'")),
                    ("marks", .evaluate("/[\\u2028\\u202e\\u2066]/.test(document.body.innerText)")),
                ])
            for name in ["rows", "label", "names"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["scripts"] == 2)
            #expect(answers["ran"] == "no")
            #expect(answers["marks"] == false)
        }
    }

    /// What every view has around it, and what each view has.
    private static let common = [
        "a Skip to the log", "button redacted", "button Save as a report", "button Open in a new tab",
        "button Light or dark", "button Keys", "button profile", "button user", "button login", "button widgets",
        "button items", "button items-classes", "button turnstile", "button currency",
        "slider Position; Shift and arrows select a range", "button by time", "button Pause", "button Step",
        "button Break…", "input Filter the log", "button inspector", "button effect", "listbox Transitions",
        "button Follow", "tab Transition", "tab Graph", "tab Send", "tab Session", "button Previous transition",
        "button Next transition",
    ]
    private static let controls = [
        "step": [
            "a profile #2", "button #1", "button StrobeDemo/ProfileInteractor.swift:", "button Without this",
            "button Again…", "button Why?", "button Bookmark…",
            "button Compare…", "button Restore", "button .session", "button .effect",
            "select Store whose state is shown", "input Find in the state", "button Copy", "button What changed this?",
            "button Set…", "tree State",
        ],
        "graph": ["region Coverage"],
        "send": [
            "select Store that gets the action", "button load", "button loaded", "button failed", "textarea Action",
            "button Send",
        ],
        "session": [],
    ]

    @Test("the roles and names of all controls are those that are listed", .readsDeclarations)
    func controls() async throws {
        let list = """
            [...document.querySelectorAll('button, input, select, textarea, a[href], [tabindex="0"]')].filter(each => each.checkVisibility())
              .map(each => `${each.getAttribute('role') ?? each.tagName.toLowerCase()} ${(each.getAttribute('aria-label') ?? each.labels?.[0]?.querySelector('span')?.textContent ?? each.textContent).trim()}`)
            """
        try await LiveProgram.with("--control") { program in
            var steps: LiveProgram.Steps = [(nil, LiveProgram.ready)] + LiveProgram.send(".load")
            steps.append((nil, .wait("\(Self.rows) === 2")))
            steps.append((nil, .wait("document.querySelector('.row .tally.some') !== null")))
            let drawn = [
                ("step", "body:has(#tree .node.changed) #entry button.path"), ("graph", ".coverage"),
                ("send", "#sent .path"),
                ("session", "#session h2"),
            ]
            for (view, sign) in drawn {
                steps += [
                    (nil, .evaluate("document.getElementById('tab-\(view)').click()")),
                    ("sign of \(view)", .wait("document.querySelector('\(sign)') !== null")), (view, .evaluate(list)),
                ]
            }
            let answers = try await program.open(steps)
            for (view, controls) in Self.controls {
                guard case .array(let found)? = answers[view] else {
                    Issue.record("\(view)")
                    continue
                }
                let names = found.compactMap { if case .string(let name) = $0 { name } else { nil } }
                    .map { $0.replacing(/\.swift:\d+$/, with: ".swift:") }
                #expect(names == Self.common + controls, "\(view)")
                #expect(answers["sign of \(view)"] == true)
            }
        }
    }
}
