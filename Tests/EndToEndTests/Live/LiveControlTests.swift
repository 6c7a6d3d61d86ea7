import DeclarationTesting
import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite(
    "What the live page is controlled with", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveControlTests {
    private static let entry = "document.getElementById('entry').textContent"
    private static let answer = "document.querySelector('#answer[open] .answer-body')?.textContent"
    private static let title = "document.querySelector('#answer[open] h2')?.textContent"
    private static let isFollowing = "document.getElementById('follow').getAttribute('aria-pressed') === 'true'"

    @Test("a part of the state is set, and a state restored; breakpoints are set and removed", .readsDeclarations)
    func changing() async throws {
        try await LiveProgram.with("--control") { program in
            let bar = "document.getElementById('gate').textContent"
            let answers = try await program.open(
                [(nil, LiveProgram.ready)] + LiveProgram.send(".load") + [
                    (nil, .wait("document.querySelectorAll('.row').length === 2")), (nil, .key("Home")),
                    (nil, .key("1")),
                    (nil, .wait("\(Self.entry).includes('profile #1')")), LiveProgram.click("Set…"),
                    // The current value, though an older state is shown.
                    (
                        "prefilled",
                        .wait("/loaded|failed/.test(document.querySelector('#tree .editor textarea')?.value)")
                    ), (nil, .evaluate("document.querySelector('#tree .editor textarea').select()")),
                    (nil, .type("State(session: .failed(reason: \"by hand\"))")), LiveProgram.click("Set"),
                    ("set", .wait("document.getElementById('place').textContent.includes('Set, as #3.')")),
                    (
                        "edited",
                        .wait("[...document.querySelectorAll('.row')].some(row => row.querySelector('.dot.edit'))")
                    ), LiveProgram.click("Restore"),
                    ("restored", .wait("\(Self.answer)?.includes('Restored, as #4.')")),
                    (nil, .key("Escape")), LiveProgram.click("Break…"),
                    (nil, .wait("document.querySelector('#answer[open] input') !== null")), (nil, .type(".load")),
                    LiveProgram.click("Set"), ("listed", .wait("\(Self.answer)?.includes('0 hits')")),
                    (nil, .key("Escape")),
                ] + LiveProgram.send(".load") + [
                    ("stopped", .wait("\(bar).includes('paused, 1 action held')")), LiveProgram.click("1 breakpoint"),
                    ("hit", .wait("\(Self.answer)?.includes('1 hit')")), LiveProgram.click("Remove"),
                    ("none", .wait("\(Self.answer)?.includes('There are none.')")), (nil, .key("Escape")),
                    LiveProgram.click("Resume"), ("runs", .wait("\(bar).includes('running')")),
                ])
            for name in ["prefilled", "set", "edited", "restored", "listed", "stopped", "hit", "none", "runs"] {
                #expect(answers[name] == true, "\(name)")
            }
        }
    }

    @Test("by the keyboard alone transitions are chosen, compared, asked about and filtered")
    func keyboard() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            for _ in 0..<3 { _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin")) }
            let selected = "document.querySelector('.row[aria-selected=true] .seq')?.textContent"
            let answers = try await program.open([
                (nil, LiveProgram.ready), (nil, .wait("document.querySelectorAll('.row').length === 3")),
                (nil, .key("Home")), ("first", .wait("\(selected) === '#1'")),
                ("following", .evaluate(Self.isFollowing)),
                (nil, .key("d")), ("comparing", .wait("\(Self.entry).includes('Select the transition to compare')")),
                (nil, .key("End")), (nil, .key("d")),
                (
                    "compared",
                    .wait("\(Self.title) === 'turnstile from #1 to #3' && \(Self.answer) === 'The states are equal.'")
                ),
                (nil, .key("Escape")), (nil, .key("w")),
                (
                    "without",
                    .wait(
                        "\(Self.title)?.startsWith('Without turnstile #3') && \(Self.answer)?.includes('the state would be the same')"
                    )
                ),
                (nil, .key("Escape")), (nil, .key("b")),
                ("blame", .wait("\(Self.title) === 'What changed turnstile' && \(Self.answer)?.includes('#1')")),
                (nil, .key("Escape")), (nil, .key("m")), (nil, .wait("\(Self.title) === 'Bookmark turnstile #3'")),
                (nil, .key("Enter")), ("marked", .wait("document.querySelector('.row.note') !== null")),
                (nil, .key("/")), (nil, .type("#2")), (nil, .key("Enter")),
                ("filtered", .wait("document.querySelectorAll('.row').length === 1")), (nil, .key("Escape")),
                ("all", .wait("document.querySelectorAll('.row').length === 4")), (nil, .key("2")),
                ("graph", .evaluate("!document.getElementById('graph').hidden")), (nil, .key("f")),
                ("follows", .evaluate(Self.isFollowing)), (nil, .key("?")),
                ("help", .evaluate("document.getElementById('help').open")),
            ])
            for name in [
                "first", "comparing", "compared", "without", "blame", "marked", "filtered", "all", "graph", "follows",
                "help",
            ] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["following"] == false)
        }
    }

    @Test("what is pressed stays until it is released, while rows come")
    func pressing() async throws {
        try await LiveProgram.with { program in
            let client = try await program.demo.attach()
            let coins = Task {
                while !Task.isCancelled {
                    _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
                    for _ in 0..<5 { try await client.send(Ping()) }
                }
            }
            defer { coins.cancel() }
            let last = "Number(document.getElementById('position').textContent.split(' / ')[1].replace(/,/g, ''))"
            let press = { (type: String) in
                "window.button.dispatchEvent(new PointerEvent('\(type)', { bubbles: true, button: 0 }))"
            }
            let answers = try await program.open([
                (nil, LiveProgram.ready),
                (nil, .wait("\(last) > 3 && document.querySelector('#entry button') !== null")),
                (
                    nil,
                    .evaluate(
                        "(window.button = document.querySelector('#entry button'), \(press("pointerdown")), window.button.focus(), window.last = \(last), window.pressed = performance.now())"
                    )
                ),
                // It would have been drawn again several times.
                (nil, .wait("\(last) > window.last + 5 && performance.now() > window.pressed + 500")),
                ("kept", .evaluate("window.button.isConnected")),
                (nil, .evaluate(press("pointerup"))), ("drawn", .wait("!window.button.isConnected")),
                ("focus", .evaluate("document.activeElement.textContent === window.button.textContent")),
            ])
            #expect(answers["kept"] == true)
            #expect(answers["drawn"] == true)
            #expect(answers["focus"] == true)
        }
    }

    @Test("after scrolling, filtering and clicking the log stays where it is, and says how much is new")
    func following() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let log = "document.getElementById('log')"
            func end(_ name: String, _ script: String) -> LiveProgram.Steps {
                [
                    (nil, .evaluate("\(Self.isFollowing) || document.getElementById('follow').click()")),
                    (nil, .evaluate(script)), (name, .evaluate(Self.isFollowing)),
                ]
            }
            let sending = Task {
                try await client.send(Subscribe(store: "profile", events: [.log]))
                for await case .notification(is LogAppended, _) in client.events { break }
                for _ in 0..<2 { _ = try await client.send(ActionDispatch(store: "turnstile", action: "push")) }
            }
            let answers = try await program.open(
                [(nil, LiveProgram.ready), (nil, .wait("document.querySelectorAll('.row').length === 1"))]
                    + end("wheel", "\(log).dispatchEvent(new WheelEvent('wheel', { deltaY: -50 }))")
                    + end("filter", "document.getElementById('filter').dispatchEvent(new Event('input'))")
                    + end("pointer", "\(log).dispatchEvent(new PointerEvent('pointerdown'))")
                    + [LiveProgram.choose("profile")] + LiveProgram.send(".load") + [
                        ("fresh", .wait("document.getElementById('fresh').textContent === '4 new'")),
                        (nil, .evaluate("document.getElementById('follow').click()")),
                        ("none", .evaluate("document.getElementById('fresh').textContent")),
                    ])
            try await sending.value
            for name in ["wheel", "filter", "pointer"] { #expect(answers[name] == false, "\(name)") }
            #expect(answers["fresh"] == true)
            #expect(answers["none"] == "")
        }
    }

    @Test(
        "`--open` gives the browser a file for this user alone, which leads to the page; a port in use is said to be so"
    )
    func opening() async throws {
        try await DemoProcess.with { demo in
            let programs = demo.directory.appending(path: "bin", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
            let copy = demo.directory.appending(path: "copy.html").path()
            try writeProgram(
                "#!/bin/sh\ncp -p \"$1\" \(copy).new && mv \(copy).new \(copy)\n",
                at: programs.appending(path: "xdg-open"))
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let run = try ProgramRun(
                Executables.strobe, ["web", String(demo.run.pid), "--open"],
                environment: demo.environment.merging(["PATH": "\(programs.path()):\(path)"]) { _, new in new })
            defer { run.kill() }
            let link = try await run.waitForOutput { $0.contains("\n") }.prefix { $0 != "\n" }
            let client = try await demo.attach()
            while !FileManager.default.fileExists(atPath: copy) { try await client.send(Ping()) }
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let text = try String(contentsOfFile: copy, encoding: .utf8)
            #expect(text.contains("url=\(link.prefix { $0 != "#" })#"))
            let outcome = try await Browser.open(
                copy,
                [
                    .wait("location.protocol === 'http:' && document.documentElement?.dataset.ready"),
                    .evaluate("location.hash"),
                ])
            #expect(outcome.results == ["true", ""])
            let port = try #require(URL(string: String(link))?.port)
            let other = try ProgramRun(
                Executables.strobe, ["web", String(demo.run.pid), "--port", String(port)], environment: demo.environment
            )
            let refused = try await other.outcome()
            #expect(
                refused.status == 1 && refused.errors.contains("\(port)") && refused.errors.contains("in use"),
                "\(refused)")
            run.interrupt()
            #expect(try await run.outcome().status == 0)
            #expect(
                !FileManager.default.fileExists(
                    atPath: demo.directory.appending(path: "strobe/web-\(run.pid).html").path()))
        }
    }
}
