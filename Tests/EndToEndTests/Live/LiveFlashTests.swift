import DeclarationTesting
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite("What flashes in the live page", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveFlashTests {
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

    @Test("no place flashes while more rows come than anybody can read", .readsDeclarations)
    func passing() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            let coins = Task {
                await withTaskGroup { group in
                    for action: Value in ["coin", "push", "coin", "push", "coin", "push", "coin", "push"] {
                        group.addTask {
                            while !Task.isCancelled {
                                _ = try? await client.send(ActionDispatch(store: "turnstile", action: action))
                            }
                        }
                    }
                }
            }
            defer { coins.cancel() }
            // What is drawn counts only where 50 rows or more came within the 800 ms before.
            let answers = try await program.open([
                (
                    nil,
                    .before(
                        """
                        window.comings = []; window.drawn = 0; window.flashing = 0;
                        window.WebSocket = class extends WebSocket {
                          constructor(...all) {
                            super(...all);
                            this.addEventListener('message', event => {
                              for (const _ of event.data.matchAll(/"method":"log.{1,2}appended"/g)) comings.push(performance.now());
                            });
                          }
                        };
                        """)
                ),
                (nil, LiveProgram.ready),
                (
                    nil,
                    .evaluate(
                        """
                        comings.length = 0;
                        new MutationObserver(changes => {
                          if (!(performance.now() - comings.at(-50) < 800)) return;
                          drawn++;
                          flashing += changes.flatMap(change => [...change.addedNodes]).filter(node => node.matches?.(".flash") || node.querySelector?.(".flash")).length;
                        }).observe(document.getElementById('tree'), { childList: true, subtree: true });
                        """)
                ),
                ("drawn", .wait("drawn > 5")), ("flashing", .evaluate("flashing")),
            ])
            #expect(answers["drawn"] == true)
            #expect(answers["flashing"] == 0)
        }
    }
}
