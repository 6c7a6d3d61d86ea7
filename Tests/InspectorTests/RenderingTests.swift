import Foundation
import LineEditing
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Rendering")
struct RenderingTests {
    private func text(_ lines: [StyledText]) -> String {
        lines.map(\.onOneLine.plain).joined(separator: "\n")
    }

    private struct Item: Codable {
        var id: Int
        var title: String
    }

    private enum Session: Codable {
        case idle
        case loaded(Item)
        case failed(reason: String, code: Int)
    }

    private struct Shop: Codable {
        var session: Session
        var items: [Item]
        var prices: [String: Double] = [:]
        var note: String?
    }

    private func page(_ value: Any, path: String = "", depth: Int = 4, start: Int = 0, count: Int = 20) throws
        -> TreeNode
    {
        try Node(value).descendant(at: try Path(pointer: path)).page(depth: depth, start: start, count: count)
    }

    private func items(_ count: Int) -> [Item] {
        (0..<count).map { Item(id: $0, title: "t\($0)") }
    }

    @Test("a small state is a listing in Swift notation with aligned values")
    func smallState() throws {
        let shop = Shop(session: .loaded(Item(id: 7, title: "x")), items: items(2), prices: ["a": 1.5])
        var rendering = StateRendering(layout: Layout(width: 80))
        #expect(
            text(rendering.render(try page(shop), seq: 3)) == """
                Shop  @3
                  session: .loaded(Item(id: 7, title: "x"))
                  items:   [Item(id: 0, title: "t0"), Item(id: 1, title: "t1")]
                  prices:  ["a": 1.5]
                  note:    nil
                """)
    }

    @Test("that a state can only be looked at is said once, above it")
    func viewOnly() throws {
        struct Part { var a = 1 }
        struct Plain {
            var part = Part()
            var list = [Part(), Part()]
            var nothing: Void = ()
            var pair = (1, "x")
        }
        var rendering = StateRendering(layout: Layout(width: 80))
        let shown = text(rendering.render(try page(Plain()), seq: 1))
        #expect(
            shown == """
                Plain  @1  view only
                  part:    Part(a: 1)
                  list:    [Part(a: 1), Part(a: 1)]
                  nothing: ()
                  pair:    (1, "x")
                """)
    }

    @Test("what is in an optional is shown as it can be typed")
    func optionals() throws {
        struct Cart: Codable {
            var last: Item?
            var first: Item??
            var none: Item??
        }
        var rendering = StateRendering(layout: Layout(width: 80))
        let item = Item(id: 1, title: "a")
        #expect(
            text(rendering.render(try page(Cart(last: item, first: item, none: .some(nil))), seq: 1)) == """
                Cart  @1
                  last:  Item(id: 1, title: "a")
                  first: Item(id: 1, title: "a")
                  none:  .some(nil)
                """)
        let read = try Literal.parse(".some(nil)", schema: .optional(.optional(.unknown(type: "Item"))))
        #expect(read == (try TreeEncoder().encode(Cart(none: .some(nil))).value(at: Path(["none"]))))
    }

    @Test("what does not fit on a line is opened")
    func opened() throws {
        let shop = Shop(session: .failed(reason: "the server is away", code: 503), items: items(3))
        var rendering = StateRendering(layout: Layout(width: 34))
        let lines = text(rendering.render(try page(shop), seq: 0))
        #expect(
            lines.hasPrefix(
                """
                Shop  @0
                  session: .failed
                    reason: "the server is away"
                    code:   503
                  items:   [Item]  3
                    [0] Item(id: 0, title: "t0")
                    [1] Item(id: 1, title: "t1")
                    [2] Item(id: 2, title: "t2")
                  prices:  [:]
                """))
    }

    @Test("a long collection inside is cut, and the hint continues it")
    func elidedInside() throws {
        let shop = Shop(session: .idle, items: items(100_000))
        var rendering = StateRendering(layout: Layout(width: 60))
        let lines = text(rendering.render(try page(shop), seq: 12))
        #expect(lines.contains("  items:   [Item]  100,000\n    [0] Item(id: 0, title: \"t0\")\n"))
        #expect(lines.contains("    … 99,995 more: state .items --start 5\n"))
        #expect(lines.split(separator: "\n").count < 12)
    }

    @Test("a page of a collection is numbered from where it starts")
    func laterPage() throws {
        var rendering = StateRendering(layout: Layout(width: 60), command: "state --at 3", start: 40)
        let shop = Shop(session: .idle, items: items(50))
        let lines = text(rendering.render(try page(shop, path: "/items", start: 40, count: 2), seq: 3))
        #expect(
            lines == """
                [Item]  50  @3
                  [40] Item(id: 40, title: "t40")
                  [41] Item(id: 41, title: "t41")
                  … 8 more: state --at 3 .items --start 42
                """)
    }

    @Test("a level that was not asked for is marked, and the last line says how to get there")
    func tooDeep() throws {
        var rendering = StateRendering(layout: Layout(width: 60))
        let lines = text(rendering.render(try page(Shop(session: .idle, items: items(2)), depth: 1), seq: 1))
        #expect(lines.contains("items:   [Item]  2 …"))
        #expect(lines.hasSuffix("deeper: name a PATH, or raise --depth"))
    }

    @Test("a leaf is its literal alone")
    func leaf() throws {
        var rendering = StateRendering(layout: Layout(width: 60))
        #expect(text(rendering.render(try page(items(1), path: "/0/title"), seq: 1)) == "\"t0\"")
        #expect(text(rendering.render(try page(Session.idle), seq: 1)) == ".idle")
    }

    @Test("an outline shows names, types and sizes in columns")
    func outline() throws {
        let shop = Shop(session: .loaded(Item(id: 7, title: "x")), items: items(9))
        let lines = text(OutlineRendering(layout: Layout(width: 80)).lines(try page(shop, depth: 2), seq: 5))
        #expect(
            lines.hasPrefix(
                """
                state       Shop  @5
                ├ session   Session           .loaded
                │ └ loaded  Item
                ├ items     [Item]            9
                │ ├ [0]     Item
                """))
        #expect(lines.contains("│ └ …                         4 more: tree .items --start 5"))
    }

    @Test("changes are a diff with aligned paths")
    func changes() throws {
        let changes = [
            Change(.replace, try Path(pointer: "/count"), value: 2, old: 1),
            Change(.add, try Path(pointer: "/items/3"), value: 7),
            Change(.remove, try Path(pointer: "/note"), old: 5),
            Change(.move, try Path(pointer: "/items/0"), from: try Path(pointer: "/items/2")),
        ]
        #expect(
            text(ChangeRendering().lines(changes)) == """
                ~ .count     1 → 2
                + .items[3]  7
                - .note      5
                > .items[0]  ← .items[2]
                """)
        #expect(text(ChangeRendering().lines([])) == "no changes")
        #expect(text(ChangeRendering().lines(nil)).contains("PATH narrows"))
    }

    @Test("a replacement that does not fit takes a line for each side, cut at the width")
    func longChange() throws {
        let change = Change(
            .replace, try Path(pointer: "/text"), value: .string(String(repeating: "b", count: 90)),
            old: .string(String(repeating: "a", count: 90)))
        let lines = ChangeRendering(layout: Layout(width: 40)).lines([change])
        #expect(lines.count == 3)
        #expect(lines.map(\.plain).map { String($0.prefix(8)) } == ["~ .text", "    - \"a", "    + \"b"])
        #expect(lines.allSatisfy { $0.width <= 40 })
    }

    @Test("many changes are cut with their number")
    func manyChanges() throws {
        let changes = (0..<30).map { Change(.add, Path([String($0)]), value: 1) }
        let lines = ChangeRendering(layout: Layout(changes: 20)).lines(changes)
        #expect(lines.count == 21)
        #expect(lines.last?.plain.contains("10 more changes") == true)
    }

    private func entry(_ seq: Int, _ label: String, origin: String = "app", changed: Bool? = true) -> LogEntry {
        LogEntry(
            seq: seq, time: 1_795_262_581_123_456, action: .string(label), label: label, origin: origin,
            changed: changed)
    }

    @Test("the log is a table in which the position is marked")
    func log() throws {
        var second = entry(2, ".loaded(Item(id: 1))", origin: "effect", changed: false)
        second.cause = 1
        second.durationNanos = 12_345
        var first = entry(1, ".load")
        first.effects = [EffectDescription(label: ".fetch")]
        let utc = TimeText(zone: try #require(TimeZone(secondsFromGMT: 0)))
        let rendering = LogRendering(layout: Layout(width: 90), time: utc, position: 1)
        #expect(
            text(rendering.lines([first, second])) == """
                ▸  1  12:03:01.123  app          .load  ⇒ .fetch
                ·  2  12:03:01.123  effect of 1  .loaded(Item(id: 1))  12.3 µs
                """)
    }

    @Test("a log line never gets wider than the terminal")
    func narrowLog() throws {
        let long = entry(12_345, ".loaded(" + String(repeating: "x", count: 200) + ")")
        #expect(LogRendering(layout: Layout(width: 60)).lines([long, entry(1, ".a")]).allSatisfy { $0.width <= 60 })
    }

    @Test("one entry shows everything that is known of it")
    func wholeEntry() throws {
        var entry = entry(4, ".load")
        entry.action = nil
        entry.source = "App.swift:12"
        entry.effects = [EffectDescription(label: ".fetch"), EffectDescription(label: ".log")]
        entry.durationNanos = 850
        let rendering = EntryRendering(time: TimeText(zone: try #require(TimeZone(secondsFromGMT: 3600))))
        let changes = [Change(.replace, try Path(pointer: "/a"), value: 2, old: 1)]
        #expect(
            text(rendering.lines(entry, changes: changes)) == """
                #4 .load
                  origin   app
                  time     2026-11-21 13:03:01.123456
                  took     850 ns
                  source   App.swift:12
                  effects  .fetch
                           .log
                  changes  1
                    ~ .a  1 → 2
                """)
        #expect(text(rendering.lines(entry, changes: nil)).hasSuffix("changes  not known"))

        entry.incomplete = .tooLarge
        #expect(text(rendering.lines(entry, changes: nil)).hasSuffix("too many to show; `diff 3 4 PATH` shows a part"))
        entry.incomplete = .hidden
        #expect(text(rendering.lines(entry, changes: [])).hasSuffix("hidden values may have"))
    }

    @Test("a dispatched action shows seq, changes and effects")
    func dispatched() throws {
        let result = ActionDispatch.Result(
            seq: 9, changed: true, changes: [Change(.replace, try Path(pointer: "/a"), value: 2, old: 1)],
            effects: [EffectDescription(label: ".fetch")], durationNanos: 1_500_000)
        #expect(
            text(DispatchRendering().lines(result)) == """
                #9  1 change  ⇒ .fetch  1.5 ms
                ~ .a  1 → 2
                """)
        #expect(text(DispatchRendering().lines(result, isDryRun: true)).hasPrefix("dry run at @9  1 change"))
    }

    private let schema = Schema.choice(
        type: "Command",
        cases: [
            .init(name: "load"),
            .init(
                name: "loaded",
                payload: [
                    .init(
                        name: nil,
                        schema: .object(
                            type: "User",
                            fields: [
                                .init(name: "id", schema: .scalar(.int)),
                                .init(name: "tags", schema: .optional(.array(.scalar(.string)))),
                            ]))
                ]),
            .init(name: "failed", payload: [.init(name: "reason", schema: .scalar(.string))]),
        ])

    @Test("a schema reads like Swift declarations, each type once")
    func schemas() {
        #expect(
            text(SchemaRendering.lines(schema)) == """
                enum Command {
                  case load
                  case loaded(User)
                  case failed(reason: String)
                }
                struct User { id: Int, tags: [String]? }
                """)
    }

    @Test("types of one name that differ are each declared, with the case that has them")
    func sameNames() {
        let half = Schema.choice(type: "Command", cases: [.init(name: "load")])
        let parent = Schema.choice(
            type: "Command",
            cases: [
                .init(name: "profile", payload: [.init(name: nil, schema: schema)]),
                .init(name: "posts", payload: [.init(name: nil, schema: half)]),
            ])
        #expect(
            text(SchemaRendering.lines(parent)) == """
                enum Command {
                  case profile(Command)
                  case posts(Command)
                }
                enum Command {  // .profile
                  case load
                  case loaded(User)
                  case failed(reason: String)
                }
                enum Command {  // .posts
                  case load
                }
                struct User { id: Int, tags: [String]? }
                """)
    }

    @Test("one case comes with its types and an example")
    func schemaCase() throws {
        #expect(
            text(try SchemaRendering.lines(caseNamed: ".loaded", of: schema)) == """
                case loaded(User)
                struct User { id: Int, tags: [String]? }
                send .loaded(User(id: 0, tags: nil))
                """)
        let error = #expect(throws: InspectorError.self) { try SchemaRendering.lines(caseNamed: "laod", of: schema) }
        #expect(error?.message.contains("Did you mean `.load`?") == true)
    }

    @Test("the part of a schema at a path is found through cases, lists, optionals and recursion")
    func schemaParts() throws {
        #expect(schema.part(at: Path(["loaded", "tags", "0"])) == .scalar(.string))
        #expect(schema.part(at: Path(["failed", "reason"])) == .scalar(.string))
        #expect(schema.part(at: Path(["nothing"])) == nil)
        let list = Schema.object(type: "L", fields: [.init(name: "next", schema: .optional(.recursive(type: "L")))])
        #expect(list.part(at: Path(["next", "next", "next"])) == .optional(.recursive(type: "L")))
    }

    @Test("the help lists every command and explains each")
    func help() throws {
        let overview = text(HelpRendering.all(width: 80))
        for command in CommandTable.all {
            #expect(overview.contains("  \(command.name) ") || overview.contains("  \(command.name)\n"))
            #expect(try HelpRendering.lines(topic: command.name, width: 200).first?.plain == command.usage)
        }
        for topic in HelpTopic.all { #expect(try HelpRendering.lines(topic: topic.name, width: 200).count > 2) }
        #expect(overview.split(separator: "\n").allSatisfy { Columns.width(of: $0) <= 80 })
        #expect(throws: InspectorError.self) { try HelpRendering.lines(topic: "nonsense", width: 200) }
    }

    @Test("running text is broken at blanks, and only a word too long for a line within")
    func wrapping() {
        let line = StyledText("error: ", .failure) + StyledText("there is no command `sate` here")
        #expect(text(line.wrapped(to: 20, hanging: 2)) == "error: there is no\n  command `sate`\n  here")
        #expect(line.wrapped(to: 38).count == 1)
        #expect(text(StyledText("  /a/b  abcdefghijkl").wrapped(to: 8)) == "  /a/b\nabcdefgh\nijkl")
        #expect(text(StyledText("ab世界cd").wrapped(to: 3)) == "ab\n世\n界c\nd")
        #expect(StyledText().wrapped(to: 5) == [StyledText()])
        // A quadratic algorithm would not finish here.
        let long = StyledText("ab " + String(repeating: "x", count: 400_000)).wrapped(to: 10, hanging: 2)
        #expect(long.count == 50_001 && long[0].plain == "ab xxxxxxx" && long[1].plain == "  xxxxxxxx")
        for width in 1...40 {
            let lines = line.wrapped(to: width, hanging: 4)
            #expect(lines.allSatisfy { $0.width <= width })
            let letters = lines.flatMap { $0.plain.filter { $0 != " " } }
            #expect(letters == line.plain.filter { $0 != " " }.map { $0 })
        }
    }

    @Test("help fits a narrow terminal without leaving anything out")
    func narrowHelp() throws {
        for width in [20, 40, 80] {
            let overview = HelpRendering.overview(width: width)
            #expect(overview.allSatisfy { $0.width <= width })
            #expect(!text(overview).contains("…"))
            for name in CommandTable.all.map(\.name) + ["paths", "scripts"] {
                let lines = try HelpRendering.lines(topic: name, width: width)
                #expect(lines.allSatisfy { $0.width <= width }, "\(name)")
            }
        }
    }

    @Test("control characters of a server never reach the terminal")
    func controls() {
        let evil = "\u{1B}]0;pwn\u{07}\nline\u{9B}2J\u{202E}x"
        let lines = LogRendering(layout: Layout(width: 200)).lines([entry(1, evil)])
        let written = lines.map { $0.onOneLine.rendered(colours: false) }.joined()
        #expect(
            !written.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
            })
        #expect(written.contains("\\u{1b}]0;pwn\\u{7}\\nline"))
    }

    @Test("numbers and durations are short")
    func numbers() {
        #expect(NumberText.grouped(1_234_567) == "1,234,567")
        #expect(NumberText.grouped(-100) == "-100")
        #expect(NumberText.duration(nanoseconds: 999) == "999 ns")
        #expect(NumberText.duration(nanoseconds: 12_345) == "12.3 µs")
        #expect(NumberText.duration(nanoseconds: 250_000_000) == "250 ms")
        #expect(NumberText.duration(nanoseconds: 61_500_000_000) == "61.5 s")
    }

    @Test("wide and combining characters are measured and cut by columns")
    func columns() {
        #expect(Columns.width(of: "日本") == 4)
        #expect(Columns.width(of: "e\u{301}…") == 2)
        #expect(StyledText("日本語").fitted(to: 4).plain == "日…")
        #expect(StyledText("abc").fitted(to: 3).plain == "abc")
        #expect(StyledText("abcd").fitted(to: 3).plain == "ab…")
        #expect(StyledText("abcd").fitted(to: 0).plain == "")
    }

    @Test(
        "a highlighted literal keeps its text",
        arguments: [
            #".loaded(User(id: -1, name: "a \" b", ok: true, x: nil))"#, "[1.5e3, \"open", ".", "-", "", "{\"a\": [1]}",
        ])
    func highlighting(literal: String) {
        #expect(LiteralHighlighting.styled(literal).plain == literal)
        #expect(LineSyntax.highlighted("  send " + literal).plain == "  send " + literal)
    }
}
