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

    @Test("places that change flash while the end is followed, unless less motion is wanted", .readsDeclarations)
    func flashes() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load") + [
                    (nil, .evaluate("document.getElementById('tab-step').click()")),
                    (nil, .wait("document.getElementById('tree').textContent.includes('Ada Lovelace')")),
                    // Seen as it comes: it is drawn for less than a second.
                    (
                        nil,
                        .evaluate(
                            "(() => { window.flashingRoots = 0; new MutationObserver(() => { const node = document.querySelector('.node.flash'); if (node) window.flash ??= getComputedStyle(node).animationName; window.flashingRoots += document.querySelectorAll('.node.root.flash').length; }).observe(document.getElementById('tree'), { childList: true, subtree: true }); })()"
                        )
                    ),
                    // By another socket, so that the view stays; again where what came was the same before it was drawn.
                    (
                        nil,
                        .evaluate(
                            "(() => { const socket = new WebSocket('ws://' + location.host + '/socket', ['strobe.1', 'key.' + sessionStorage.getItem('strobe')]); const load = setInterval(() => window.flash ? clearInterval(load) : socket.readyState === 1 && socket.send(JSON.stringify({ id: 1, method: 'action/dispatch', params: { store: 'profile', action: 'load' } })), 300); })()"
                        )
                    ),
                    ("flash", .wait("window.flash")), ("calm root", .evaluate("window.flashingRoots")),
                    (nil, .motion("reduce")),
                    (
                        "reduced",
                        .evaluate(
                            "(() => { const node = document.createElement('div'); node.className = 'node flash'; document.body.append(node); return getComputedStyle(node).animationName; })()"
                        )
                    ),
                ])
            #expect(answers["flash"] == "flash")
            #expect(answers["calm root"] == 0)
            #expect(answers["reduced"] == "none")
        }
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
