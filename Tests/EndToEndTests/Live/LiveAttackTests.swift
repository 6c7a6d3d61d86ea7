import Foundation
import StrobeTree
import TerminalTesting
import Testing

@Suite(
    "Attacks on the live page, from a browser", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing)
)
struct LiveAttackTests {
    /// A WebSocket from the page that is open: `open` or `refused`.
    private static func socket(_ host: String, key: Substring) -> String {
        "new Promise(done => { const socket = new WebSocket('ws://\(host)/socket', ['strobe.1', 'key.\(key)']); socket.onopen = () => done('open'); socket.onerror = () => done('refused'); })"
    }

    private func host(_ program: LiveProgram) -> String {
        String(program.address.dropFirst("http://".count).dropLast())
    }

    @Test("a link opens one tab, which goes on with it; the next one is refused, and a new link opens it")
    func links() async throws {
        try await LiveProgram.with { program in
            let second = try await program.nextLink()
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready),
                    (nil, .evaluate("(window.isOld = true, location.href = '\(program.link)', true)")),
                    ("same tab", .wait("!window.isOld && document.documentElement?.dataset.ready")),
                    (nil, .open(program.link)),
                    ("again", .wait("document.documentElement?.dataset.ready")),
                    ("told", .evaluate("document.querySelector('[role=alert]').textContent")),
                    (nil, .open(second)), ("second", .wait("document.documentElement?.dataset.ready")),
                ], expecting: ["WebSocket"])
            #expect(answers["same tab"] == "true")
            #expect(answers["again"] == "false")
            #expect(answers["told"].map { "\($0)".contains("used before") } == true, "\(answers)")
            #expect(answers["second"] == "true")
        }
    }

    @Test("the page without a key shows nothing")
    func keyless() async throws {
        try await LiveProgram.with { program in
            let outcome = try await Browser.open(
                program.address,
                [
                    .wait("document.documentElement?.dataset.ready"),
                    .evaluate("document.body.textContent.includes('strobe-demo')"),
                ])
            #expect(outcome.results == ["false", false])
        }
    }

    @Test("a page under another name, or of another port, gets no socket, no answer and no frame")
    func strangers() async throws {
        try await LiveProgram.with("--control") { program in
            let host = host(program)
            let port = host.split(separator: ":").last.map(String.init) ?? ""
            let stranger = try ProgramRun(
                "/usr/bin/env", ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"],
                environment: program.demo.environment)
            defer { stranger.kill() }
            let line = try await stranger.waitForOutput { $0.contains("port ") && $0.contains(")") }
            let other = try #require(line.split(separator: " ").drop { $0 != "port" }.dropFirst().first)
            let fetch = { (host: String) in "fetch('http://\(host)/').then(answer => answer.type, () => 'blocked')" }
            let frame =
                "new Promise(done => { const frame = document.createElement('iframe'); frame.src = 'http://\(host)/'; frame.onload = () => done('loaded'); document.body.append(frame); })"
            // The browser reports every answer that is an error.
            let framed = try await Browser.open("http://127.0.0.1:\(other)/", [.evaluate(frame), .evaluate("1")])
            #expect(framed.messages.contains { $0.contains("403") }, "\(framed.messages)")
            let rules = "--host-resolver-rules=MAP evil.test 127.0.0.1"
            let rebound = frame.replacing(host, with: "evil.test:\(port)")
            let reboundFrame = try await Browser.open(
                "http://evil.test:\(other)/", flags: [rules], [.evaluate(rebound), .evaluate("1")])
            #expect(reboundFrame.messages.contains { $0.contains("421") }, "\(reboundFrame.messages)")
            // A valid key, so that nothing but origin and host are refused.
            let link = try await program.nextLink()
            let key = try #require(link.split(separator: "#").last)
            let answers = try await program.open(
                [
                    (nil, .open("http://127.0.0.1:\(other)/")),
                    ("port socket", .evaluate(Self.socket(host, key: key))), ("port fetch", .evaluate(fetch(host))),
                    (nil, .open("http://evil.test:\(port)/")),
                    ("rebound", .evaluate("document.body.innerText")),
                    ("status", .evaluate("performance.getEntriesByType('navigation')[0].responseStatus")),
                    (nil, .open("http://evil.test:\(other)/")),
                    ("rebound socket", .evaluate(Self.socket("evil.test:\(port)", key: key))),
                    ("rebound fetch", .evaluate(fetch("evil.test:\(port)"))),
                    (nil, .open(link)), ("own", .wait("document.documentElement?.dataset.ready")),
                ], flags: [rules],
                expecting: ["WebSocket", "CORS", "ERR_FAILED", "421", "403", "Failed to load", "Opener-Policy"])
            #expect(answers["port socket"] == "refused")
            #expect(answers["port fetch"] == "blocked")
            #expect(answers["own"] == "true")
            #expect(answers["rebound socket"] == "refused")
            #expect(answers["rebound fetch"] == "blocked")
            #expect(answers["status"] == 421)
            #expect(answers["rebound"].map { "\($0)".contains("strobe") } == false, "\(answers)")
        }
    }

    @Test("scripts from elsewhere do not run in the page, and it reaches nothing but its socket")
    func policy() async throws {
        try await LiveProgram.with { program in
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready),
                    (
                        "inline",
                        .evaluate(
                            "(() => { try { const script = document.createElement('script'); script.textContent = 'window.wasRun = 1'; document.body.append(script); } catch {} return window.wasRun ?? 'blocked'; })()"
                        )
                    ),
                    (
                        "markup",
                        .evaluate(
                            "(() => { try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.wasRun=1\">'); return 'inserted'; } catch { return 'blocked'; } })()"
                        )
                    ),
                    ("fetch", .evaluate("fetch('http://127.0.0.1:1/').then(() => 'went', () => 'blocked')")),
                    ("own", .evaluate("fetch('/').then(() => 'went', () => 'blocked')")),
                    (
                        "control",
                        .evaluate(
                            "new Promise(done => { const socket = new WebSocket('ws://' + location.host + '/socket', ['strobe.1', 'key.' + sessionStorage.getItem('strobe')]); socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'history/jump', params: { store: 'profile', seq: 0 } })); socket.onmessage = event => done(JSON.parse(event.data).error.code); })"
                        )
                    ),
                ], expecting: ["Content Security Policy", "TrustedScript", "TrustedHTML", "violates"])
            for name in ["inline", "markup", "fetch", "own"] { #expect(answers[name] == "blocked", "\(name)") }
            #expect(answers["control"] == .int(-33_008))
        }
    }
}
