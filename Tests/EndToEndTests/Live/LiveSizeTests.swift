import DeclarationTesting
import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import Testing

@Suite(
    "Large logs and states on the live page", .timeLimit(.minutes(20)), .enabled(if: Browser.isWanted, Browser.missing)
)
struct LiveSizeTests {
    private static let tree = "document.getElementById('tree').textContent"
    private static let isLong = ProcessInfo.processInfo.environment["STROBE_LONG"] != nil
    /// Counts the bytes that come over sockets.
    private static let counting = Browser.Step.before(
        "window.received = 0; window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); this.addEventListener('message', event => { window.received += event.data.length; }); } }"
    )

    @Test("of a long recording the newest rows, changes and the last state come, in little", arguments: [true, false])
    func recordings(hasKeyframes: Bool) async throws {
        let count = Self.isLong ? 1_000_000 : 20_000
        try await LargeRecording.with(count: count, hasKeyframes: hasKeyframes) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, Self.counting), (nil, LiveProgram.ready),
                    (
                        "row",
                        .wait(
                            "[...document.querySelectorAll('.row')].some(row => row.textContent.includes('#\(count)'))")
                    ),
                    ("state", .wait("\(Self.tree).includes('n\(count)')")),
                    ("changes", .wait("document.querySelector('.row .tally.some')?.textContent")),
                    ("note", .evaluate("document.getElementById('state-note').hidden")),
                    ("bytes", .evaluate("window.received < 1e6")),
                    // Older ones come when they are asked for.
                    (nil, .evaluate("location.hash = '#shop/100'")),
                    ("old", .wait("\(Self.tree).includes('n100')")),
                    ("bytes of both", .evaluate("window.received < 1e6")),
                ])
            for name in ["row", "state", "note", "bytes", "old", "bytes of both"] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["changes"] == "~1")
        }
    }

    @Test("what is too large for one answer comes in several")
    func answers() async throws {
        let text = Value.string(String(repeating: "a", count: 1 << 20))
        // 40 MiB of actions.
        try await LargeRecording.with(count: 40, action: { ["add": ["\($0)": text]] }) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), ("state", .wait("\(Self.tree).includes('n40')")),
                    // Those before are asked for by hand.
                    (
                        "all",
                        .wait(
                            "(() => { const button = document.getElementById('earlier'); if (!button.hidden) button.click(); return document.getElementById('count').textContent === '40 transitions'; })()"
                        )
                    ),
                ])
            #expect(answers["state"] == true)
            #expect(answers["all"] == true)
        }
    }

    @Test("of a large state a page is shown at a time, and the inspector searches it")
    func states() async throws {
        let list = Value.array((0..<30_000).map { .string("item \($0)") })
        try await LargeRecording.with(count: 0, state: ["list": list]) { link in
            let nodes = "document.querySelectorAll('.page-node').length"
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), ("root", .wait("\(nodes) === 1")),
                    (nil, .evaluate("document.querySelector('.page-node').click()")),
                    ("page", .wait("\(nodes) === 101")),
                    (
                        nil,
                        .evaluate(
                            "(() => { const field = document.getElementById('state-filter'); field.value = 'item 29999'; field.dispatchEvent(new Event('input')); })()"
                        )
                    ), ("found", .wait("\(Self.tree).includes('.list[29999]')")),
                ])
            for name in ["root", "page", "found"] { #expect(answers[name] == true, "\(name)") }
        }
    }

    @Test("a part of a large state can be chosen: by a click, by a change, by what was found")
    func parts() async throws {
        let list = Value.array((0..<30_000).map { .string("item \($0)") })
        try await LargeRecording.with(count: 1, state: ["list": list, "n": 0], hasKeyframes: false, opensFolder: true) {
            link in
            let chosen = "document.querySelector('.page-node.current')?.dataset.path"
            let nodes = "document.querySelectorAll('.page-node').length"
            let title = "document.getElementById('answer-title')?.textContent"
            let copy = "document.getElementById('copy-state')"
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), (nil, .wait("\(nodes) === 2")),
                    (nil, .evaluate("document.querySelector('.page-node[data-path=\"/list\"]').click()")),
                    ("clicked", .evaluate(chosen)), (nil, .wait("\(nodes) === 102")),
                    LiveProgram.click("What changed this?"), ("title", .evaluate(title)), LiveProgram.click("Close"),
                    (nil, .evaluate("document.querySelector('.change .path').click()")),
                    ("change", .wait("\(chosen) === '/n'")),
                    (nil, .evaluate("\(copy).click()")), ("copied", .evaluate("\(copy).textContent")),
                    (
                        nil,
                        .evaluate(
                            "(() => { const field = document.getElementById('state-filter'); field.value = 'item 29999'; field.dispatchEvent(new Event('input')); })()"
                        )
                    ), (nil, .wait("\(Self.tree).includes('.list[29999]')")),
                    (nil, .evaluate("document.querySelector('.page-node').click()")), ("found", .evaluate(chosen)),
                ])
            #expect(answers["clicked"] == "/list")
            #expect(answers["title"] == "What changed shop .list")
            #expect(answers["change"] == true)
            #expect(answers["copied"] == "Too large")
            #expect(answers["found"] == "/list/29999")
        }
    }

    @Test("a large state is a tree for the keyboard and for screen readers, any element of which is one step away")
    func nodes() async throws {
        let list = Value.array((0..<30_000).map { ["id": .int(Int64($0)), "tags": ["a", "b"]] })
        try await LargeRecording.with(count: 1, state: ["list": list, "n": 0], hasKeyframes: false) { link in
            let tree = "document.getElementById('tree')"
            let active = "document.getElementById(\(tree).getAttribute('aria-activedescendant'))"
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), (nil, .wait("document.querySelectorAll('.page-node').length === 2")),
                    ("role", .evaluate("\(tree).getAttribute('role')")), (nil, .evaluate("\(tree).focus()")),
                    (nil, .key("Home")), (nil, .key("ArrowRight")),
                    ("page", .wait("document.querySelectorAll('.page-node').length === 102")),
                    (nil, .key("ArrowRight")), ("first", .evaluate("\(active).dataset.path")),
                    ("level", .evaluate("\(active).getAttribute('aria-level')")), (nil, .key("ArrowRight")),
                    ("opened", .wait("document.querySelectorAll('.page-node').length === 104")),
                    ("expanded", .evaluate("\(active).getAttribute('aria-expanded')")),
                    ("focus", .evaluate("document.activeElement === \(tree)")), (nil, .key("ArrowLeft")),
                    (nil, .wait("document.querySelectorAll('.page-node').length === 102")), (nil, .key("ArrowLeft")),
                    ("parent", .evaluate("\(active).dataset.path")),
                    // 500 more by a click, and any by its index.
                    (nil, .evaluate("document.querySelector('#tree .node .link').click()")),
                    ("more", .wait("document.querySelectorAll('.page-node').length === 602")),
                    (nil, .evaluate("document.querySelector('#tree input').focus()")), (nil, .type("29999")),
                    (nil, .key("Enter")), ("last", .wait("\(active)?.dataset.path === '/list/29999'")),
                    ("before", .evaluate("\(tree).textContent.includes('29,989 elements before these')")),
                    ("in view", .evaluate("\(active).getBoundingClientRect().top > 0")),
                    ("still", .evaluate("document.activeElement === \(tree)")),
                ])
            for name in ["page", "opened", "focus", "more", "last", "before", "in view", "still"] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["role"] == "tree")
            #expect(answers["first"] == "/list/0")
            #expect(answers["level"] == "2")
            #expect(answers["expanded"] == "true")
            #expect(answers["parent"] == "/list")
        }
    }

    @Test("a changed place far inside a large state is shown, in a list and among keys", arguments: [true, false])
    func changedPlaces(isList: Bool) async throws {
        let count = 30_000
        let list = Value.array((0..<count).map { .int(Int64($0)) })
        var map = Value.Object()
        for number in 0..<count { map["k\(number)"] = .int(Int64(number)) }
        let path: Path = Path(["all", isList ? "20000" : "k20000"])
        let change = Change(.replace, path, value: 7, old: 20_000)
        try await LargeRecording.with(
            count: 1, state: ["all": isList ? list : .object(map), "n": 0], hasKeyframes: false, others: [change]
        ) { link in
            let current = "document.querySelector('.page-node.current')"
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), (nil, .wait("document.querySelectorAll('.page-node').length === 2")),
                    (
                        nil,
                        .wait(
                            "(path => (path?.click(), path !== undefined))([...document.querySelectorAll('.change .path')].find(each => each.textContent.includes('20000')))"
                        )
                    ),
                    (
                        "shown",
                        .wait("\(current)?.dataset.path === '\(path.pointer)' && \(current).textContent.includes('7')")
                    ),
                    ("marked", .evaluate("\(current).classList.contains('changed')")),
                ])
            #expect(answers["shown"] == true)
            #expect(answers["marked"] == true)
        }
    }

    @Test("the graph of a state that is too large to be held shows where it is", .readsDeclarations)
    func graphs() async throws {
        try await LiveProgram.with("--control") { program in
            let client = try await program.demo.attach()
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            let answers = try await program.open([
                (
                    nil,
                    .before(
                        """
                        window.WebSocket = class extends WebSocket {
                          send(text) {
                            const { id, method } = JSON.parse(text);
                            if (method !== 'state/get' && method !== 'state/diff') return super.send(text);
                            setTimeout(() => this.onmessage({ data: JSON.stringify({ id, error: { code: -33010, message: 'too large' } }) }));
                          }
                        };
                        """)
                ),
                (nil, LiveProgram.ready), (nil, .wait("document.querySelector('.row') !== null")), (nil, .key("2")),
                ("here", .wait("document.querySelector('#graph .vertex.here text')?.textContent")),
                ("coverage", .wait("document.querySelector('.coverage .here')?.textContent")),
            ])
            #expect(answers["here"] == "unlocked")
            #expect(answers["coverage"] == "unlocked")
        }
    }

    @Test("values that cannot be compared are said to be so, and do not count as changes")
    func incomparable() async throws {
        var other = Change(.replace, Path(["onTap"]), value: "(Function)", old: "(Function)")
        other.isIncomparable = true
        try await LargeRecording.with(count: 2, state: ["n": 0, "onTap": "(Function)"], others: [other]) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready),
                    (
                        "count",
                        .wait("[...document.querySelectorAll('.tally')].every(each => each.textContent === '~1')")
                    ),
                    (
                        "text",
                        .wait(
                            "[...document.querySelectorAll('#entry .change')].some(each => each.textContent.includes('onTap') && each.textContent.includes('cannot be compared'))"
                        )
                    ),
                ])
            #expect(answers["count"] == true)
            #expect(answers["text"] == true)
        }
    }

    @Test("a value of 10 MB does not keep the page from being used")
    func values() async throws {
        let state: Value = ["long": .string(String(repeating: "x", count: 10 << 20)), "n": 0]
        try await LargeRecording.with(count: 3, state: state, hasKeyframes: false) { link in
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready), ("last", .wait("/n.?3/.test(\(Self.tree))")),
                    ("long", .wait("\(Self.tree).includes('xxxx')")), (nil, .key("Home")),
                    ("first", .wait("/n.?1/.test(\(Self.tree))")),
                ])
            for name in ["last", "long", "first"] { #expect(answers[name] == true, "\(name)") }
        }
    }

    @Test("of very many rows the oldest leave the page, and the chosen one stays where it is")
    func mostRows() async throws {
        try await LiveProgram.with { program in
            let link = try await program.nextLink()
            let chosen = "document.querySelector('.row[aria-selected=true]')"
            let place = "\(chosen).getBoundingClientRect().top"
            let answers = try await LiveProgram.open(
                link,
                [
                    LiveProgram.feeding, (nil, LiveProgram.ready), (nil, .evaluate("feed(1, 104000)")),
                    (
                        "newest",
                        .wait("[...document.querySelectorAll('.row')].some(row => row.textContent.includes('#104000'))")
                    ),
                    ("count", .evaluate("document.getElementById('count').textContent")),
                    (nil, .evaluate("location.hash = '#turnstile/60000'")),
                    ("chosen", .wait("\(chosen)?.textContent.includes('#60000')")),
                    ("cause", .wait("document.getElementById('entry').textContent.includes('#59999')")),
                    // Off the end, nothing but the log is drawn again; what is drawn leads to the same rows as before.
                    (nil, .evaluate("window.cause = document.querySelector('#entry .facts button.link')")),
                    (nil, .evaluate("window.place = \(place)")), (nil, .evaluate("feed(104001, 126000)")),
                    ("fewer", .wait("document.getElementById('count').textContent === '100,000 transitions'")),
                    ("still chosen", .evaluate("\(chosen).textContent.includes('#60000')")),
                    ("same place", .evaluate("Math.abs(\(place) - window.place) < 2")),
                    (nil, .evaluate("window.cause.click()")),
                    ("followed", .wait("\(chosen)?.textContent.includes('#59999')")), (nil, .key("Home")),
                    ("first", .wait("\(chosen)?.textContent.includes('#26001')")),
                    ("no cause", .evaluate("document.getElementById('entry').textContent.includes('#26000')")),
                    ("earlier", .evaluate("document.getElementById('earlier').hidden")),
                    // Rows that stayed are found by their numbers and by their causes.
                    (nil, .evaluate("location.hash = '#turnstile/70000'")),
                    ("later", .wait("\(chosen)?.textContent.includes('#70000')")), (nil, .key("c")),
                    ("its cause", .wait("\(chosen)?.textContent.includes('#69999')")),
                ])
            #expect(answers["count"] == "104,000 transitions")
            for name in [
                "newest", "chosen", "cause", "fewer", "still chosen", "same place", "followed", "first", "no cause",
                "later", "its cause",
            ] {
                #expect(answers[name] == true, "\(name)")
            }
            #expect(answers["earlier"] == false)
        }
    }

    @Test("of what the program has dropped the page says from where on it is kept")
    func dropped() async throws {
        try await LiveProgram.with("--control", budget: 1) { program in
            let client = try await program.demo.attach()
            // 2 MB of names, of which the log keeps less than 1 MiB.
            let (name, seq) = (Value.string(String(repeating: "x", count: 5_000)), 400)
            for number in 1...seq {
                let user: Value = ["id": .int(Int64(number)), "name": name, "email": "a", "followers": 1]
                _ = try await client.send(ActionDispatch(store: "profile", action: ["loaded": user]))
            }
            // The first link may be too old by now.
            let link = try await program.nextLink()
            let answers = try await LiveProgram.open(
                link,
                [
                    (nil, LiveProgram.ready),
                    (
                        "row",
                        .wait("[...document.querySelectorAll('.row')].some(row => row.textContent.includes('#\(seq)'))")
                    ),
                    (
                        "kept",
                        .wait(
                            "(() => { const button = document.getElementById('earlier'); if (!button.hidden) button.click(); return document.getElementById('kept').textContent; })()"
                        )
                    ),
                ])
            #expect(answers["row"] == true)
            #expect(answers["kept"].map { "\($0)".contains("profile is kept from #") } == true, "\(answers)")
        }
    }
}
