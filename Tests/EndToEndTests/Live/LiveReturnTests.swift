import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite(
    "The live page, when a connection ends", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveReturnTests {
    private static let badges = "document.getElementById('badges').textContent"
    private static let subtitle = "document.getElementById('subtitle').textContent"
    /// Keeps the sockets of the page, so that a step can close them.
    private static let sockets = Browser.Step.before(
        "window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets.push(this); } }"
    )

    @Test("after a lost connection nothing is missing, and nothing comes twice")
    func reconnecting() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            let coins = Task {
                while !Task.isCancelled {
                    _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
                    for _ in 0..<20 { try await client.send(Ping()) }
                }
            }
            let ending = Task {
                let client = try await program.demo.attach()
                try await client.send(Subscribe(store: "profile", events: [.log]))
                for await case .notification(is LogAppended, _) in client.events { break }
                coins.cancel()
                // Follows the last coin, whose row may come long after its answer.
                _ = await coins.result
                _ = try await client.send(ActionDispatch(store: "turnstile", action: "push"))
            }
            let isLast = "[...document.querySelectorAll('.row')].some(row => row.textContent.includes('.push'))"
            let isThere = "document.querySelectorAll('.row').length > 3"
            let close: LiveProgram.Steps = [
                (nil, .evaluate("(window.count = window.sockets.length, window.sockets.at(-1).close())")),
                (
                    "back",
                    .wait(
                        "window.sockets.length > window.count && window.sockets.at(-1).readyState === 1 && !\(Self.badges).includes('lost')"
                    )
                ),
            ]
            let answers = try await program.open(
                [(nil, Self.sockets), (nil, LiveProgram.ready), (nil, .wait(isThere))] + close + close
                    + [LiveProgram.choose("profile")] + LiveProgram.send(".load")
                    + [(nil, .wait(isLast)), ("rows", .wait(Self.allRows(of: "turnstile")))])
            try await ending.value
            #expect(answers["back"] == true)
            guard case .array(let seqs)? = answers["rows"], case .int(let first)? = seqs.first else {
                Issue.record("\(answers)")
                return
            }
            let last = try await client.send(StoreDescribe(store: "turnstile")).seq
            #expect(seqs == (first...Int64(last)).map { .int($0) })
        }
    }

    private static func chooseState(of store: String) -> Browser.Step {
        .evaluate(
            "(() => { const list = document.getElementById('state-store'); list.value = [...list.options].find(each => each.textContent === '\(store)').value; list.dispatchEvent(new Event('change')); })()"
        )
    }

    @Test(
        "a store that is removed is said to be, and one that comes under its id to have another log; its gate is gone")
    func removing() async throws {
        try await LiveProgram.with("--control") { program in
            let come = { (event: String) in "window.sockets.at(-1).onmessage({ data: JSON.stringify([\(event)]) })" }
            let gate = "document.getElementById('gate')"
            let answers = try await program.open([
                (nil, Self.sockets), (nil, LiveProgram.ready), (nil, Self.chooseState(of: "turnstile")),
                (nil, .evaluate("document.getElementById('log').focus()")), (nil, .key("p")),
                ("paused", .wait("\(gate).textContent.includes('paused')")),
                (nil, .evaluate(come("{ method: 'store/removed', params: { store: 'turnstile' } }"))),
                ("removed", .wait("\(Self.badges).includes('turnstile was removed')")),
                ("gate", .evaluate("\(gate).hidden")),
                (nil, .evaluate(come("{ method: 'store/added', params: { store: { id: 'turnstile', seq: 0 } } }"))),
                ("replaced", .wait("\(Self.badges).includes('turnstile was replaced: reload the page')")),
                ("other", .evaluate("\(Self.badges).includes('profile')")),
            ])
            for name in ["paused", "removed", "gate", "replaced"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["other"] == false)
        }
    }

    @Test("what was held when the connection ended is said to have gone through; a graph comes when it is back")
    func losing() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let gate = "document.getElementById('gate').textContent"
            let answers = try await program.open(
                [
                    (nil, Self.sockets), (nil, LiveProgram.ready),
                    (nil, .wait("document.querySelector('#gate b')?.textContent === 'turnstile'")),
                    LiveProgram.click("Pause"), (nil, .wait("\(gate).includes('paused')")),
                    LiveProgram.choose("turnstile"),
                ] + LiveProgram.send(".coin") + [
                    (nil, .wait("\(gate).includes('1 action held')")),
                    (
                        nil,
                        .evaluate(
                            "(() => { window.texts = ''; new MutationObserver(() => { window.texts += document.getElementById('graph').textContent; }).observe(document.getElementById('graph'), { childList: true }); window.sockets.at(-1).close(); document.getElementById('tab-graph').click(); })()"
                        )
                    ),
                    ("through", .wait("\(gate).includes('what this page held went through')")),
                    ("runs", .evaluate("!\(gate).includes('paused')")),
                    ("graph", .wait("document.querySelector('#graph .coverage') !== null")),
                    ("lie", .evaluate("window.texts.includes('no known enum')")),
                ])
            for name in ["through", "runs", "graph"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["lie"] == false)
        }
    }

    @Test("a request that is too large fails by itself; the connection stays")
    func largeRequests() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), (nil, .key("a")),
                    (
                        nil,
                        .evaluate(
                            "(() => { const field = document.getElementById('action'); field.value = '.failed(reason: \"' + 'x'.repeat(1.2e6) + '\")'; field.dispatchEvent(new Event('input')); })()"
                        )
                    ),
                    (
                        "refused",
                        .wait("document.getElementById('try-result').textContent.includes('more than the 1 MiB')")
                    ),
                    (nil, .evaluate("document.getElementById('action').value = ''")),
                ] + LiveProgram.send(".load") + [
                    ("goes on", .wait("document.querySelectorAll('.row').length === 2")),
                    ("lost", .evaluate("\(Self.badges).includes('lost')")),
                ])
            #expect(answers["refused"] == true)
            #expect(answers["goes on"] == true)
            #expect(answers["lost"] == false)
        }
    }

    @Test("a page of a program without stores shows those that are added")
    func firstStores() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let timeline = "document.getElementById('timeline')"
            let answers = try await program.open([
                (
                    nil,
                    .before(
                        """
                        window.WebSocket = class extends WebSocket {
                          constructor(...all) { super(...all); window.last = this; }
                          set onmessage(take) {
                            super.onmessage = event => {
                              const message = JSON.parse(event.data);
                              if (message.result?.stores && !window.stores) { window.stores = message.result.stores; message.result.stores = []; }
                              take({ data: JSON.stringify(message) });
                            };
                          }
                          get onmessage() { return super.onmessage; }
                        };
                        """)
                ),
                (nil, LiveProgram.ready), ("none", .evaluate("\(timeline).hidden")),
                (
                    "empty",
                    .evaluate("document.getElementById('entry').textContent.includes('Nothing has happened yet')")
                ),
                (
                    nil,
                    .evaluate(
                        "last.onmessage({ data: JSON.stringify([{ method: 'store/added', params: { store: window.stores.find(each => each.id === 'turnstile') } }]) })"
                    )
                ),
                ("row", .wait("document.querySelector('.row')?.textContent.includes('.coin')")),
                ("timeline", .evaluate("!\(timeline).hidden")),
                ("state", .wait("document.getElementById('tree').textContent.includes('unlocked')")),
            ])
            for name in ["none", "empty", "row", "timeline", "state"] { #expect(answers[name] == true, "\(name)") }
        }
    }

    @Test("until a state comes nothing of another store is there, and it comes after a lost connection")
    func pending() async throws {
        try await LiveProgram.with { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let tree = "document.getElementById('tree').textContent"
            let note = "document.getElementById('state-note')"
            let answers = try await program.open([
                (
                    nil,
                    .before(
                        """
                        window.WebSocket = class extends WebSocket {
                          constructor(...all) { super(...all); window.last = this; }
                          send(text) { if (!window.holds || !/"state\\/(get|diff)"/.test(text)) super.send(text); }
                        };
                        """)
                ), (nil, LiveProgram.ready), (nil, .wait("\(tree) !== ''")),
                (nil, .evaluate("window.holds = true")), (nil, Self.chooseState(of: "profile")),
                ("tree", .evaluate(tree)), ("note", .wait("!\(note).hidden && \(note).textContent")),
                (nil, .evaluate("(window.holds = false, window.last.close())")),
                ("shown", .wait("\(tree).includes('session')")), ("hidden", .wait("\(note).hidden")),
            ])
            #expect(answers["tree"] == "")
            #expect(answers["note"] == "The state after #0 is on its way…")
            #expect(answers["shown"] == true)
            #expect(answers["hidden"] == true)
        }
    }

    @Test("changes that were on their way when the connection ended are requested again")
    func changes() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "profile", action: "load"))
            let tallies = "[...document.querySelectorAll('.tally')].map(each => each.textContent).join()"
            let answers = try await program.open([
                (
                    nil,
                    .before(
                        """
                        window.holds = true;
                        window.WebSocket = class extends WebSocket {
                          constructor(...all) { super(...all); window.last = this; }
                          send(text) { if (window.holds && text.includes('"changes":true')) window.held = true; else super.send(text); }
                        };
                        """)
                ), (nil, LiveProgram.ready), (nil, .wait("window.held")), ("pending", .evaluate(tallies)),
                (nil, .evaluate("(window.holds = false, window.last.close())")),
                ("known", .wait("\(tallies) === '~2,~2'")),
            ])
            #expect(answers["pending"] == "~,~")
            #expect(answers["known"] == true)
        }
    }

    @Test("more than an answer may have is caught up on in parts", .timeLimit(.minutes(5)))
    func catchingUp() async throws {
        try await LiveProgram.with("--control") { program in
            let user: Value = [
                "id": 1, "name": .string(String(repeating: "x", count: 200_000)), "email": "a@b.org", "followers": 1,
            ]
            let count = 100
            let sending = Task {
                let client = try await program.demo.attach()
                try await client.send(Subscribe(store: "profile", events: [.gate]))
                // The gate that the page closed opens when its connection ends; it is not back before the last of these.
                for await case .notification(is GateResumed, _) in client.events { break }
                kill(program.run.pid, SIGSTOP)
                defer { kill(program.run.pid, SIGCONT) }
                for _ in 0..<count {
                    _ = try await client.send(ActionDispatch(store: "profile", action: ["loaded": ["_0": user]]))
                }
            }
            let answers = try await program.open([
                (nil, Self.sockets), (nil, LiveProgram.ready), LiveProgram.click("Pause"),
                (nil, .wait("document.getElementById('gate-status').textContent.startsWith('paused')")),
                (nil, .evaluate("window.sockets.at(-1).close()")),
                (
                    "last",
                    .wait(
                        "[...document.querySelectorAll('.row .seq')].some(each => each.textContent === '#\(count)')")
                ), ("newest", .evaluate("document.getElementById('count').textContent")),
                ("rows", .wait(Self.allRows(of: "profile"))),
            ])
            try await sending.value
            #expect(answers["last"] == true)
            #expect(answers["newest"] != .string("\(count) transitions"), "in one answer")
            #expect(answers["rows"] == .array((1...Int64(count)).map { .int($0) }))
        }
    }

    /// The numbers of all rows of a store, from top to bottom; gaps on the way are loaded.
    private static func allRows(of store: String) -> String {
        """
        (() => {
          const list = document.getElementById('log'), gap = document.querySelector('.row.gap'), all = window.all ??= new Map();
          // What still comes must not move the list while it is gone through.
          document.querySelector('#follow[aria-pressed=true]')?.click();
          if (gap || !window.isAtTop) { gap?.click(); all.clear(); window.isAtTop = !gap; list.scrollTop = gap ? list.scrollTop : 0; return null; }
          const rows = [...document.querySelectorAll('.row')], box = list.getBoundingClientRect();
          const shows = y => rows.map(row => row.getBoundingClientRect()).some(each => each.top <= y && y <= each.bottom);
          if (!shows(box.top + 12) || list.scrollHeight > list.clientHeight && !shows(box.bottom - 12)) return null; // not drawn yet
          for (const row of rows) {
            if (row.querySelector('.where')?.textContent === '\(store)') all.set(row.id, Number(row.querySelector('.seq').textContent.slice(1)));
          }
          const isEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
          list.scrollTop += list.clientHeight;
          return isEnd ? [...all.values()].sort((a, b) => a - b) : null;
        })()
        """
    }

    @Test("a killed process is told to be gone, and one of the same name that follows it to be another")
    func successors() async throws {
        try await LiveProgram.with("--control", target: "strobe-demo") { program in
            let second = Task {
                // Once the page is up, its action has come.
                let client = try await program.demo.attach()
                try await client.send(Subscribe(events: [.log]))
                for await case .notification(is LogAppended, _) in client.events { break }
                program.demo.run.kill()
                let next = try ProgramRun(
                    Executables.demo, ["--quiet"], environment: ["XDG_RUNTIME_DIR": program.demo.directory.path()])
                try await next.waitForErrors { $0.contains("listening on ") }
                return next
            }
            // Not the answer: the process may be gone before it.
            let answers = try await program.open(
                [(nil, Self.sockets), (nil, LiveProgram.ready)] + LiveProgram.send(".load").dropLast() + [
                    ("another", .wait("\(Self.badges).includes('another process')")),
                    // Nothing is sent to it by a page that shows the other one.
                    ("left", .wait("window.sockets.at(-1).readyState === 3")),
                    ("told", .evaluate(Self.subtitle)), (nil, .evaluate("document.getElementById('show-new').click()")),
                    (
                        "new",
                        .wait(
                            "document.getElementById('subtitle')?.textContent.match(/[(](\\d+)[)] · live/)?.[1]"
                        )
                    ),
                ], expecting: ["WebSocket"])
            let next = try await second.value
            defer { next.kill() }
            #expect(answers["another"] == true)
            #expect(answers["left"] == true)
            #expect(answers["told"].map { "\($0)".contains("Another process has taken its place") } == true)
            #expect(answers["new"] == .string(String(next.pid)))
        }
    }

    @Test("a process that was named by its id is gone for good, and the page says why")
    func gone() async throws {
        try await LiveProgram.with("--control") { program in
            let ending = Task {
                let client = try await program.demo.attach()
                try await client.send(Subscribe(events: [.log]))
                for await case .notification(is LogAppended, _) in client.events { break }
                program.demo.run.kill()
            }
            // Not the answer: the process may be gone before it.
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load").dropLast() + [
                    ("lost", .wait("\(Self.badges).includes('connection lost')")),
                    (
                        "told",
                        .wait(
                            "\(Self.subtitle).includes('\(program.demo.run.pid)') && \(Self.subtitle).includes('Trying again') && \(Self.subtitle)"
                        )
                    ),
                ], expecting: ["WebSocket"])
            try await ending.value
            #expect(answers["lost"] == true)
            #expect(answers["told"].map { "\($0)".contains("Trying again") } == true, "\(answers)")
        }
    }

    @Test("of two pages one holds the gate; when it goes, what it held goes through, and the other one sees it")
    func gates() async throws {
        try await LiveProgram.with("--control") { program in
            let second = try await program.nextLink()
            let status = "document.getElementById('gate-status')?.textContent"
            async let other = LiveProgram.open(
                second,
                [
                    (nil, LiveProgram.ready), ("held", .wait("\(status)?.includes('1 action held')")),
                    LiveProgram.choose("turnstile"),
                ] + LiveProgram.send(".coin") + [
                    ("opened", .wait("\(status) === 'running'")),
                    (
                        "row",
                        .wait("[...document.querySelectorAll('.row')].some(row => row.textContent.includes('.load'))")
                    ),
                ])
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), LiveProgram.click("Pause"),
                    (nil, .wait("\(status)?.startsWith('paused')")),
                ] + LiveProgram.send(".load") + [
                    // In whichever line: the other page, which has seen it, may have sent an action to another store by now.
                    ("held", .wait("document.getElementById('gate').textContent.includes('1 action held')")),
                    (nil, .wait("document.querySelector('.row')?.textContent.includes('.coin')")),
                    // Leaving asks first, since something is held.
                    (
                        "asks",
                        .evaluate(
                            "(() => { const event = new Event('beforeunload', { cancelable: true }); window.dispatchEvent(event); return event.defaultPrevented; })()"
                        )
                    ),
                ])
            #expect(answers["held"] == true)
            #expect(answers["asks"] == true)
            let seen = try await other
            for name in ["held", "opened", "row"] { #expect(seen[name] == true, "\(name)") }
        }
    }
}
