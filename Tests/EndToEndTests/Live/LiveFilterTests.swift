import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

@Suite("Filters of the live page", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct LiveFilterTests {
    private static let count = "document.getElementById('count').textContent"

    /// Writes a filter.
    private static func filter(_ text: String) -> (name: String?, step: Browser.Step) { (nil, .evaluate(write(text))) }

    private static func write(_ text: String) -> String {
        "(() => { const field = document.getElementById('filter'); field.value = '\(text)'; field.dispatchEvent(new Event('input')); })()"
    }

    private static func press(_ key: String) -> String {
        "document.getElementById('log').dispatchEvent(new KeyboardEvent('keydown', { key: '\(key)', bubbles: true }))"
    }

    @Test("rows whose changes are not here yet are not taken for unchanged")
    func changed() async throws {
        try await LargeRecording.with(count: 300) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), Self.filter("is:changed"), ("all", .evaluate(Self.count)),
                    Self.filter("is:unchanged"), ("none", .evaluate(Self.count)), Self.filter("path:.n"),
                    ("path", .wait("\(Self.count) === '300 transitions'")),
                ])
            #expect(answers["all"] == "300 transitions")
            #expect(answers["none"] == "0 of 300 transitions shown")
            #expect(answers["path"] == true)
        }
    }

    @Test("rows that come while the log is filtered by a path are found, and no others")
    func coming() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            // Its effect dispatches another one.
            _ = try await client.send(ActionDispatch(store: "profile", action: "load"))
            let sending = Task {
                try await client.send(Subscribe(store: "turnstile", events: [.log]))
                for await case .notification(is LogAppended, _) in client.events { break }
                _ = try await client.send(ActionDispatch(store: "profile", action: "load"))
            }
            let answers = try await program.open(
                [
                    (nil, LiveProgram.ready), (nil, .wait("\(Self.count) === '2 transitions'")),
                    Self.filter("path:.session"), ("before", .wait("\(Self.count) === '2 transitions'")),
                    LiveProgram.choose("turnstile"),
                ] + LiveProgram.send(".coin") + [("after", .wait("\(Self.count) === '4 of 5 transitions shown'"))])
            try await sending.value
            #expect(answers["before"] == true)
            #expect(answers["after"] == true)
        }
    }

    @Test("of very many rows the newest are filtered at once, the others later, and what is seen stays in its place")
    func many() async throws {
        try await LiveProgram.with { program in
            let row = { (seq: Int) in
                "[...document.querySelectorAll('.row')].find(row => row.textContent.includes('#\(seq)'))"
            }
            let size = "document.querySelector('.row')?.getAttribute('aria-setsize')"
            let place = "\(row(39_993))?.getBoundingClientRect().top"
            let chosen = "document.querySelector('.row[aria-selected=true]')"
            let answers = try await program.open(
                [
                    LiveProgram.feeding, (nil, LiveProgram.ready), (nil, .evaluate("feed(1, 40000)")),
                    (nil, .wait("!!\(row(40_000))")),
                    (
                        "newest",
                        .evaluate(
                            // Not at the end, where the log would be scrolled to in any case.
                            "\(Self.write(".coin")); document.getElementById('log').scrollTop -= 100; \(size) === '5000' && (window.place = \(place)) > 0"
                        )
                    ),
                    ("all", .wait("\(size) === '40000'")),
                    ("same place", .evaluate("Math.abs(\(place) - window.place) < 2")),
                    // Among the newest there is none.
                    ("none", .evaluate("\(Self.write("#7")); \(size) === undefined && \(Self.count)")),
                    ("older", .wait("!!\(row(7))")),
                    ("one", .wait("\(Self.count) === '1 of 40,000 transitions shown'")),
                    // What is selected meanwhile is shown, also if it is among the others.
                    (
                        nil,
                        .evaluate(
                            "\(Self.write("")); \(Self.press("End")); \(Self.write(".coin")); \(Self.press("Home"))")
                    ),
                    ("home", .wait("\(chosen)?.textContent.includes('#1') && \(size) === '40000'")),
                    (
                        nil,
                        .evaluate(
                            "\(Self.write("")); \(Self.press("End")); \(Self.write(".coin")); location.hash = '#turnstile/123'"
                        )
                    ),
                    ("address", .wait("\(chosen)?.textContent.includes('#123') && \(size) === '40000'")),
                    // Rows that come meanwhile are below them; some leave the page.
                    (nil, .evaluate("\(Self.write(".coin")); feed(40001, 126000)")),
                    ("dropped", .wait("\(Self.count) === '100,000 transitions'")),
                    ("size", .wait("\(size) === '100000'")),
                ])
            #expect(answers["none"] == "40,000 transitions")
            for name in ["newest", "all", "same place", "older", "one", "home", "address", "dropped", "size"] {
                #expect(answers[name] == true, "\(name)")
            }
        }
    }

    @Test("a range that is dragged over old rows is filtered as it moves; other filters wait for the mouse button")
    func pressed() async throws {
        try await LiveProgram.with { program in
            let size = "document.querySelector('.row')?.getAttribute('aria-setsize')"
            let pressed = "document.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))"
            let released = "document.dispatchEvent(new PointerEvent('pointerup', { button: 0, bubbles: true }))"
            let answers = try await program.open([
                LiveProgram.feeding, (nil, LiveProgram.ready), (nil, .evaluate("feed(1, 40000)")),
                (nil, .wait("\(size) === '40000'")),
                // Events of its own, since a busy browser takes several movements of the mouse as one.
                (
                    nil,
                    .evaluate(
                        """
                        document.getElementById('scale').click();
                        const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
                        canvas.setPointerCapture = () => {};
                        window.drag = (...shares) => shares.map((share, index) => {
                          const kind = ['pointerdown', 'pointermove', 'pointermove', 'pointerup'][index];
                          const clientX = box.left + share * box.width;
                          canvas.dispatchEvent(new PointerEvent(kind, { clientX, button: 0, buttons: 1, bubbles: true }));
                          return Number(\(size) ?? 0);
                        });
                        true;
                        """)
                ),
                // The first leaves a range, and a selection near the end; the second is over rows far from it.
                (nil, .evaluate("drag(0.9, 0.95, 0.99, 0.99)")), ("dragged", .evaluate("drag(0.1, 0.15, 0.2, 0.2)")),
                (nil, .key("Escape")), (nil, .wait("\(size) === '40000'")),
                (nil, .evaluate("document.getElementById('log').scrollTop = 1e9; \(Self.press("End"))")),
                (
                    "held",
                    .evaluate(
                        "\(pressed); \(Self.write(".coin")); new Promise(done => setTimeout(() => done(\(size)), 200))")
                ),
                (nil, .evaluate(released)), ("all", .wait("\(size) === '40000'")),
            ])
            guard case .array(let sizes)? = answers["dragged"], case .int(let first) = sizes[1],
                case .int(let second) = sizes[2]
            else {
                Issue.record("\(answers)")
                return
            }
            #expect((1_500..<2_500).contains(first) && (3_000..<5_000).contains(second))
            #expect(answers["held"] == "5000")
            #expect(answers["all"] == true)
        }
    }
}
