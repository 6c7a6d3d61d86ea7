import DeclarationTesting
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite("The gate of the live page", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveGateTests {
    private static let status = "document.getElementById('gate-status').textContent"

    @Test("what others send to a paused store is seen behind the first action; keys step, resume and pause")
    func keys() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            let sending = Task {
                try await client.send(Subscribe(store: "profile", events: [.gate, .log]))
                // The page sends the first one; no event reports what is held behind it.
                for await case .notification(is GateStopped, _) in client.events { break }
                for _ in 0..<2 { _ = try await client.send(ActionDispatch(store: "profile", action: "load")) }
                for await case .notification(is GateResumed, _) in client.events { break }
                _ = try await client.send(ActionDispatch(store: "turnstile", action: "push"))
            }
            let answers = try await program.open(
                [(nil, LiveProgram.ready), (nil, .key(" "))] + LiveProgram.send(".load") + [
                    // It was not paused by that key.
                    ("running", .wait("document.querySelectorAll('.row').length === 2")),
                    (nil, .evaluate("document.getElementById('log').focus()")), (nil, .key("p")),
                    (nil, .wait("\(Self.status).startsWith('paused')")),
                ] + LiveProgram.send(".load") + [
                    ("all", .wait("\(Self.status).includes('3 actions held')")),
                    (nil, .evaluate("document.getElementById('log').focus()")), (nil, .key(" ")),
                    // Its effect may be held behind the others by now.
                    ("stepped", .wait("document.querySelectorAll('.row').length === 3")),
                    (nil, .key("r")),
                    ("open", .wait("document.getElementById('gate').textContent.includes('running')")),
                    (
                        "applied",
                        .wait(
                            "(row => (row?.click(), row !== undefined))([...document.querySelectorAll('.row')].find(row => row.textContent.includes('.push')))"
                        )
                    ), (nil, .key(" ")), (nil, .key("p")),
                    // Of the store that is shown, and of no other one.
                    ("paused", .wait("document.getElementById('gate').textContent.startsWith('turnstilepaused')")),
                    ("other", .evaluate("document.getElementById('gate').textContent.includes('profile')")),
                ])
            try await sending.value
            for name in ["running", "all", "stepped", "open", "applied", "paused"] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["other"] == false)
        }
    }

    @Test("events of the gate that did not come are no gap in the log; the gate is requested again")
    func gap() async throws {
        try await LiveProgram.with("--control") { program in
            let answers = try await program.open([
                LiveProgram.feeding, (nil, LiveProgram.ready), (nil, .evaluate("feed(1, 1000)")),
                (nil, .wait("document.getElementById('count').textContent === '1,000 transitions'")),
                (
                    nil,
                    .evaluate(
                        """
                        (() => {
                          const send = last.send.bind(last);
                          window.sent = [];
                          last.send = text => { sent.push(JSON.parse(text).method); send(text); };
                          last.onmessage({ data: JSON.stringify([{ method: 'stream/lagged', params: { subscription: 'another', store: 'turnstile', fromSeq: 1001, toSeq: 1009 } }]) });
                        })()
                        """)
                ),
                ("again", .wait("sent.includes('gate/status')")),
                (
                    "last",
                    .evaluate(
                        "new Promise(done => setTimeout(() => done([...document.querySelectorAll('.row')].at(-1).textContent), 100))"
                    )
                ),
            ])
            #expect(answers["again"] == true)
            #expect(answers["last"].map { "\($0)".contains("#1000") } == true, "\(answers)")
        }
    }
}
