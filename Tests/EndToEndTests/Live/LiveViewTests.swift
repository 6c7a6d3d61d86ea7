import DeclarationTesting
import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite("The views of the live page", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveViewTests {
    private static let count = "document.getElementById('count').textContent"
    private static let chosen = "document.querySelector('#entry .title')?.textContent"

    /// Opens the page once four transitions have been made.
    private func turned(_ steps: LiveProgram.Steps) async throws -> [String: Value] {
        var answers: [String: Value] = [:]
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            for action in ["coin", "push", "coin", "coin"] as [Value] {
                _ = try await client.send(ActionDispatch(store: "turnstile", action: action))
            }
            answers = try await program.open(
                [(nil, LiveProgram.ready), ("all", .wait("\(Self.count) === '4 transitions'"))] + steps)
        }
        #expect(answers["all"] == true)
        return answers
    }

    @Test("a transition that is older than the rows, or in a gap between them, is reached by its address")
    func addresses() async throws {
        try await LiveProgram.with { program in
            let client = try await program.demo.attach()
            for _ in 0..<1_200 { _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin")) }
            let chosen = "document.querySelector('.row[aria-selected=true]')?.textContent"
            let gaps = "[...document.querySelectorAll('.row.gap')].length"
            let steps = [300, 700, 520, 930].flatMap { seq -> LiveProgram.Steps in
                [
                    (nil, .evaluate("location.hash = '#turnstile/\(seq)'")),
                    ("#\(seq)", .wait("\(chosen)?.includes('#\(seq)')")),
                ]
            }
            let answers = try await program.open(
                [(nil, LiveProgram.ready), (nil, .wait("document.querySelector('.row') !== null"))] + steps + [
                    // All between the oldest and the newest row are there now, once each.
                    ("count", .evaluate(Self.count)), ("gaps", .evaluate(gaps)),
                ])
            for seq in [300, 700, 520, 930] { #expect(answers["#\(seq)"] == true, "\(seq)") }
            #expect(answers["gaps"] == 0)
            #expect(answers["count"] == "1,100 transitions")
        }
    }

    @Test("dragging over the timeline limits the log to a range, which Escape ends; Shift and arrows do the same")
    func ranges() async throws {
        let chip = "document.getElementById('range')"
        let answers = try await turned([
            // Laid out evenly, each transition has a quarter.
            (nil, .evaluate("document.getElementById('scale').click()")), (nil, .drag("#canvas", 0.3, 0.6)),
            ("dragged", .evaluate(Self.count)), ("chip", .evaluate("\(chip).hidden")), ("at", .evaluate(Self.chosen)),
            (nil, .key("Escape")), ("ended", .evaluate(Self.count)), ("no chip", .evaluate("\(chip).hidden")),
            (nil, .evaluate("document.getElementById('canvas').focus()")), (nil, .key("Home")),
            (nil, .key("Shift+ArrowRight")), (nil, .key("Shift+ArrowRight")), ("three", .evaluate(Self.count)),
            (nil, .key("Shift+ArrowLeft")), ("two", .evaluate(Self.count)),
            (nil, .evaluate("\(chip).click()")), ("clicked", .evaluate(Self.count)),
        ])
        #expect(answers["dragged"] == "2 of 4 transitions shown")
        #expect(answers["chip"] == false)
        #expect(answers["at"] == ".coin")
        #expect(answers["ended"] == "4 transitions")
        #expect(answers["no chip"] == true)
        #expect(answers["three"] == "3 of 4 transitions shown")
        #expect(answers["two"] == "2 of 4 transitions shown")
        #expect(answers["clicked"] == "4 transitions")
    }

    @Test("what one reads in the log does not move when the log gets another height, unless the chosen row was in view")
    func heights() async throws {
        let log = "document.getElementById('log')"
        let lower: Browser.Step = .evaluate(
            """
            (() => { const bar = document.getElementById('follow-bar'); bar.style.paddingTop = parseInt(bar.style.paddingTop || 0) + 80 + 'px';
              return new Promise(done => setTimeout(() => requestAnimationFrame(() => done(true)), 0)); })()
            """)
        try await LargeRecording.with(count: 200) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), (nil, .wait("\(log).scrollTop > 1000")),
                    ("before", .evaluate("\(log).clientHeight")), (nil, lower), (nil, lower),
                    ("after", .evaluate("\(log).clientHeight")),
                    ("end", .evaluate("\(log).scrollTop + \(log).clientHeight > \(log).scrollHeight - 60")),
                    (nil, .evaluate("document.getElementById('follow').click()")),
                    (nil, .evaluate("(\(log).scrollTop = 560, true)")), (nil, lower),
                    ("read", .evaluate("\(log).scrollTop")),
                ])
            guard case .int(let before)? = answers["before"], case .int(let after)? = answers["after"] else {
                Issue.record("\(answers)")
                return
            }
            #expect(before > after + 100)
            #expect(answers["end"] == true)
            #expect(answers["read"] == 560)
        }
    }

    @Test("the range that is chosen, or all, is saved as a report")
    func reports() async throws {
        let steps =
            "JSON.parse(/id=\"recording\">(.*?)<.script>/s.exec(window.saved.at(-1))[1]).steps.map(each => each.n).join()"
        let save: LiveProgram.Steps = [
            (nil, .evaluate("(window.saved = [], document.getElementById('save').click())")),
            (nil, .wait("window.saved.length")),
        ]
        let answers = try await turned(
            [
                (
                    nil,
                    .evaluate(
                        "(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return make.call(URL, blob); }; })()"
                    )
                )
            ] + save + [
                ("all saved", .evaluate(steps)), LiveProgram.click("Close"),
                (nil, .evaluate("document.getElementById('scale').click()")), (nil, .drag("#canvas", 0.3, 0.6)),
            ] + save + [
                ("part", .evaluate(steps)), ("told", .evaluate("document.getElementById('answer-title').textContent")),
            ])
        #expect(answers["all saved"] == "1,2,3,4")
        #expect(answers["part"] == "2,3")
        #expect(answers["told"].map { "\($0)".contains(" to ") } == true)
    }

    @Test("what ran in which state, and what never did, stands in a table", .readsDeclarations)
    func coverage() async throws {
        let answers = try await turned([
            (nil, .key("2")),
            (
                "cells",
                .wait(
                    "[...document.querySelectorAll('.coverage tr')].map(row => [...row.children].map(cell => cell.textContent).join(' ')).join('; ')"
                )
            ), ("here", .wait("document.querySelector('.coverage .here')?.textContent")),
        ])
        #expect(answers["cells"] == "action locked unlocked; coin 2 1; push never 1")
        #expect(answers["here"] == "unlocked")
    }

    @Test("a bookmark is set, found again, seen by others and removed")
    func bookmarks() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            for action in ["coin", "push"] as [Value] {
                _ = try await client.send(ActionDispatch(store: "turnstile", action: action))
            }
            let mark = "document.querySelector('.row.note')?.textContent"
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("\(Self.count) === '2 transitions'")), (nil, .key("Home")),
                (nil, .key("m")), (nil, .wait("document.activeElement.value === 'mark1'")), (nil, .type("paid")),
                (nil, .key("Enter")), ("row", .wait("\(mark)?.includes('paid')")), (nil, .key("End")), (nil, .key("N")),
                ("found", .evaluate(Self.chosen)), (nil, .key("4")),
                ("list", .wait("document.getElementById('session').textContent.includes('paidturnstile #1')")),
                (nil, .evaluate("document.querySelector('#session [aria-label=\"Remove paid\"]').click()")),
                ("gone", .wait("document.querySelectorAll('.row.note').length === 0")), (nil, .key("1")),
                (nil, .key("End")),
                (nil, .key("m")), (nil, .wait("document.activeElement.value === 'mark1'")), (nil, .key("Enter")),
                ("again", .wait("\(mark)?.includes('mark1')")),
            ])
            for name in ["row", "list", "gone", "again"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["found"] == "⚑ paid")
            let marks = try await client.send(BookmarkList(store: "turnstile")).bookmarks
            #expect(marks.map(\.name) == ["mark1"])
            #expect(marks.map(\.seq) == [2])
        }
    }

    @Test("bookmarks of others are there when one comes back to the page; the one that is chosen stays chosen")
    func bookmarksOfOthers() async throws {
        try await LiveProgram.with { program in
            let client = try await program.demo.attach()
            for _ in 0..<3 { _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin")) }
            _ = try await client.send(BookmarkSet(store: "turnstile", name: "second", seq: 2))
            let chosen = "document.querySelector('.row[aria-selected=true]')?.textContent"
            let set = { (name: String, seq: Int) in
                "(() => { const socket = new WebSocket('ws://' + location.host + '/socket', ['strobe.1', 'key.' + sessionStorage.getItem('strobe')]); socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'bookmark/set', params: { store: 'turnstile', name: '\(name)', seq: \(seq) } })); socket.onmessage = () => { socket.close(); window.marked = '\(name)'; }; })()"
            }
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("\(Self.count).startsWith('3 transitions, 1 note')")),
                (nil, .evaluate("document.querySelector('.row.note').click()")),
                ("chosen", .wait("\(chosen)?.includes('second')")), (nil, .evaluate(set("early", 1))),
                (nil, .wait("window.marked === 'early'")), (nil, .evaluate("window.dispatchEvent(new Event('focus'))")),
                ("both", .wait("document.querySelectorAll('.row.note').length === 2")),
                ("still", .evaluate("\(chosen)?.includes('second')")),
            ])
            for name in ["chosen", "both", "still"] { #expect(answers[name] == true, "\(name)") }
        }
    }

    @Test("before the first row are earlier ones, by a click or up from it; what is new is counted as it is filtered")
    func earlier() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            for _ in 0..<1_100 { _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin")) }
            let log = "document.getElementById('log')"
            let earlier = "document.getElementById('earlier')"
            let chosen = "document.querySelector('.row[aria-selected=true] .seq')?.textContent"
            let fresh = "document.getElementById('fresh')"
            let place = { (store: String, seq: Int) in
                "[...document.querySelectorAll('.lane')].some(lane => lane.textContent === '\(store)@\(seq)')"
            }
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), (nil, .wait("document.querySelector('.row') !== null")),
                    (nil, .key("Home")), ("first", .wait("\(chosen) !== '#1' && \(log).scrollTop === 0")),
                    ("above", .evaluate("\(earlier).checkVisibility() && \(earlier).offsetTop === 0")),
                    (nil, .key("k")), ("loaded", .wait("\(Self.count) === '750 transitions'")), (nil, .key("Home")),
                    (nil, .evaluate("\(earlier).click()")), ("rest", .wait("\(Self.count) === '1,100 transitions'")),
                    ("none", .wait("\(earlier).hidden")), (nil, .key("k")), (nil, .key("Home")),
                    ("all", .wait("\(chosen) === '#1'")),
                    (
                        "lanes",
                        .evaluate(
                            "[...document.querySelectorAll('.lane')].map(lane => (lane.dispatchEvent(new PointerEvent('pointerenter')), lane.title)).some(title => title.startsWith('turnstile @1100: 1,100 transitions'))"
                        )
                    ),
                    ("place", .evaluate(place("turnstile", 1_100))),
                    (nil, .evaluate("document.getElementById('filter').focus()")), (nil, .type("loaded")),
                    (nil, .key("Enter")),
                    LiveProgram.choose("profile"),
                ] + LiveProgram.send(".load") + [
                    ("next place", .wait(place("profile", 2))),
                    ("new", .wait("!\(fresh).hidden && \(fresh).textContent")),
                    (nil, .evaluate("\(fresh).click()")),
                    ("follows", .wait("document.getElementById('follow').getAttribute('aria-pressed') === 'true'")),
                    ("over", .evaluate("\(fresh).hidden")),
                ])
            for name in [
                "first", "above", "loaded", "rest", "none", "all", "lanes", "place", "next place", "follows", "over",
            ] {
                #expect(answers[name] == true, "\(name)")
            }
            // Of two transitions.
            #expect(answers["new"] == "1 new")
        }
    }

    @Test("Shift and a click compare two rows; with another store it is its state at that time")
    func comparing() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            for (store, action) in [("turnstile", "coin"), ("profile", "load"), ("turnstile", "push")]
                as [(String, Value)]
            {
                _ = try await client.send(ActionDispatch(store: store, action: action))
            }
            let answer = "document.getElementById('answer').textContent"
            let find = { (store: String, seq: Int) in
                "[...document.querySelectorAll('.row')].find(row => row.querySelector('.where').textContent === '\(store)' && row.querySelector('.seq').textContent === '#\(seq)')"
            }
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("\(find("turnstile", 2)) !== undefined")),
                (nil, .evaluate("\(find("turnstile", 1)).click()")),
                (
                    nil,
                    .evaluate(
                        "\(find("turnstile", 2)).dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))"
                    )
                ),
                ("shift", .wait("\(answer).startsWith('turnstile from #1 to #2') && \(answer).includes('locked')")),
                LiveProgram.click("Close"), (nil, .evaluate("\(find("profile", 1)).click()")), (nil, .key("d")),
                (nil, .evaluate("\(find("turnstile", 2)).click()")), (nil, .key("d")),
                ("time", .wait("\(answer).includes('turnstile was at #1 at the time of profile #1.')")),
            ])
            #expect(answers["shift"] == true)
            #expect(answers["time"] == true)
        }
    }

    @Test("a source line is copied, the skip link leads to the log, and `o` opens a page by a link of its own")
    func smallThings() async throws {
        try await LiveProgram.with("--control") { program in
            let source =
                "[...document.querySelectorAll('#entry button')].find(each => each.title.startsWith('Copy the file'))"
            let answers = try await program.open(
                [
                    (
                        nil,
                        .before(
                            "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.copied = text; } } }); window.open = link => { window.newTab = link; };"
                        )
                    ), (nil, LiveProgram.ready),
                ] + LiveProgram.send(".load") + [
                    (nil, .wait("document.querySelectorAll('.row').length === 2")), (nil, .key("Escape")),
                    (nil, .key("1")), (nil, .wait("\(source) !== undefined")), (nil, .evaluate("\(source).click()")),
                    ("copied", .wait("window.copied")),
                    (nil, .evaluate("document.querySelector('a.skip').click()")),
                    ("focus", .wait("document.activeElement.id")), (nil, .key("o")),
                    ("link", .wait("window.newTab")),
                ])
            #expect(answers["copied"].map { "\($0)".contains(/ProfileInteractor\.swift:\d+/) } == true, "\(answers)")
            #expect(answers["focus"] == "log")
            guard case .string(let link)? = answers["link"] else {
                Issue.record("\(answers)")
                return
            }
            #expect(link.hasPrefix(program.address + "#") && link != program.link)
            let other = try await LiveProgram.open(
                link, [(nil, LiveProgram.ready), ("rows", .wait("document.querySelectorAll('.row').length === 2"))])
            #expect(other["rows"] == true)
        }
    }

    @Test("a page that may only look says so, offers nothing that changes the program, and tries what was logged")
    func looking() async throws {
        try await LiveProgram.with { program in
            let client = try await program.demo.attach()
            for action in ["coin", "push"] as [Value] {
                _ = try await client.send(ActionDispatch(store: "turnstile", action: action))
            }
            let entry = "document.getElementById('entry').textContent"
            let answer = "document.getElementById('answer').textContent"
            let buttons =
                "[...document.querySelectorAll('#entry button, #place button, #gate button')].filter(each => each.checkVisibility()).map(each => each.textContent)"
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("\(entry).includes('turnstile #2')")),
                (
                    "offers",
                    .evaluate("\(buttons).filter(each => ['Set…', 'Restore', 'Pause', 'Break…'].includes(each)).length")
                ),
                (nil, .key("Home")), (nil, .wait("\(entry).includes('turnstile #1')")), LiveProgram.click("Again…"),
                ("would", .wait("\(answer).includes('Now it would') && \(answer).includes('unlocked')")),
                ("send", .evaluate("\(answer).includes('Send it again')")), LiveProgram.click("Close"),
                (nil, .key("a")),
                ("why", .evaluate("document.getElementById('send').textContent.includes('may only look')")),
                (
                    "off",
                    .evaluate(
                        "document.getElementById('action').disabled && document.getElementById('send-button').disabled")
                ),
            ])
            for name in ["would", "why", "off"] { #expect(answers[name] == true, "\(name)") }
            #expect(answers["offers"] == 0)
            #expect(answers["send"] == false)
            let seq = try await client.send(StoreDescribe(store: "turnstile")).seq
            #expect(seq == 2)
        }
    }

    @Test("an action of the log is sent again")
    func again() async throws {
        let answer = "document.getElementById('answer').textContent"
        let answers = try await turned([
            (nil, .key("Home")), (nil, .wait("\(Self.chosen) === '.coin'")), LiveProgram.click("Again…"),
            ("would", .wait("\(answer).includes('Now it would')")), LiveProgram.click("Send it again"),
            ("sent", .wait("\(answer).includes('Sent, as #5')")),
            ("row", .wait("\(Self.count) === '5 transitions'")),
        ])
        for name in ["would", "sent", "row"] { #expect(answers[name] == true, "\(name)") }
    }

    @Test("badges tell access, redaction and process; and how far a page is behind that could not draw")
    func badges() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            let coins = Task {
                while !Task.isCancelled {
                    _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
                }
            }
            let badges = "document.getElementById('badges').textContent"
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("document.querySelectorAll('.row').length > 3")),
                ("badges", .evaluate(badges)),
                (
                    nil,
                    .evaluate(
                        "(() => { window.seen = ''; new MutationObserver(() => { window.seen += \(badges); }).observe(document.getElementById('badges'), { childList: true }); const end = performance.now() + 3000; while (performance.now() < end); })()"
                    )
                ), ("behind", .wait("window.seen.includes('s behind')")),
            ])
            coins.cancel()
            let text = answers["badges"].map { "\($0)" } ?? ""
            for badge in ["control", "redacted", "pid \(program.demo.run.pid)"] {
                #expect(text.contains(badge), "\(text)")
            }
            #expect(answers["behind"] == true)
        }
    }

    @Test("a badge tells of a store that differs from its replay, and why")
    func divergence() async throws {
        // Short, because the path of a Unix socket is limited.
        let directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let environment = ["XDG_RUNTIME_DIR": directory.path(), "HOME": directory.path()]
        let program = try ProgramRun(Executables.harmFixture, ["impure"], environment: environment)
        defer { program.kill() }
        try await program.waitForErrors { $0.contains("ready\n") }
        let run = try ProgramRun(Executables.strobe, ["web", String(program.pid)], environment: environment)
        defer { run.kill() }
        let link = try await run.waitForOutput { $0.contains("\n") }.prefix { $0 != "\n" }
        let answers = try await LiveProgram.open(
            String(link),
            [
                (nil, LiveProgram.ready),
                ("badge", .wait("document.getElementById('badges').textContent.includes('s diverged')")),
                LiveProgram.click("s diverged"),
                ("why", .wait("document.getElementById('answer').textContent.includes('not pure')")),
            ])
        #expect(answers["badge"] == true)
        #expect(answers["why"] == true)
    }
}
