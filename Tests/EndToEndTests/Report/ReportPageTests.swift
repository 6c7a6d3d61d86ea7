import Foundation
import StrobeRecording
import StrobeTree
import TerminalTesting
import Testing

@Suite("The page of a report, in a browser", .timeLimit(.minutes(8)), .enabled(if: Browser.isWanted, Browser.missing))
struct ReportPageTests {
    private static let hostile = "</script><img src=x onerror=window.wasRun=1>\u{2028}<b>"

    /// Makes a recording of a counter with a list and of a door, and its page.
    private func withPage(steps count: Int, options: [String] = [], _ body: (String) async throws -> Void) async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let recording = folder.appending(path: "session.jsonl").path
        try Self.record(count, at: recording)
        let page = folder.appending(path: "page.html").path
        let run = try await ProgramRun(Executables.strobe, ["report", recording, "-o", page] + options).outcome(
            within: .seconds(180))
        #expect(run.status == 0, "\(run.errors)")
        try await body(page)
    }

    private static func record(_ count: Int, at path: String) throws {
        let door = Schema.choice(
            type: "Door", cases: [.init(name: "shut"), .init(name: "open"), .init(name: "broken")])
        let header = RecordingHeader(
            id: "00000000-0000-4000-8000-000000000000", startMicros: 1_790_000_000_000_000,
            process: .init(pid: 7, name: "shop"), recorder: .init(name: "test", version: "1", place: "process"),
            redaction: ["password"],
            stores: [
                RecordedStore(
                    id: "counter", name: "counter", kind: "reducer", stateType: "Counter", actionType: "Step", seq: 0,
                    state: ["count": 0, "big": .uint(UInt64.max), "log": []], replay: true),
                RecordedStore(
                    id: "door", name: "door", kind: "machine", stateType: "Door", actionType: "Push", seq: 0,
                    state: "shut", stateSchema: door, replay: true),
            ])
        let writer = try RecordingWriter(path: path, header: header)
        var lines: [RecordingLine] = []
        for index in 0..<count {
            let number = Int64(index / 2)
            let time = Int64(index) * 10_000
            if index.isMultiple(of: 2) {
                lines.append(
                    .transition(
                        RecordedTransition(
                            store: "counter", seq: Int(number) + 1, t: time, action: ["step": .int(number)],
                            label: ".step(\(number))", origin: "app",
                            changes: [
                                Change(.replace, Path(["count"]), value: .int(number + 1), old: .int(number)),
                                Change(.add, Path(["log", "\(number)"]), value: .string("line \(number)")),
                            ])))
            } else {
                let (from, to): (Value, Value) = number.isMultiple(of: 2) ? ("shut", "open") : ("open", "shut")
                lines.append(
                    .transition(
                        RecordedTransition(
                            store: "door", seq: Int(number) + 1, t: time, action: "push", label: ".push",
                            origin: "effect",
                            cause: number == 0 ? nil : Int(number),
                            changes: [Change(.replace, .root, value: to, old: from)])))
            }
        }
        lines.insert(.note(RecordedNote(t: 25_000, text: hostile)), at: min(3, lines.count))
        writer.write(lines)
        writer.close(reason: "stopped")
    }

    /// The results of the named steps, with the page's console messages and requests.
    private func ask(_ page: String, _ steps: [(name: String?, step: Browser.Step)]) async throws -> [String: Value] {
        let outcome = try await Browser.open(page, steps.map(\.step))
        #expect(outcome.messages.isEmpty)
        #expect(outcome.requests.isEmpty)
        var answers: [String: Value] = [:]
        for (step, result) in zip(steps, outcome.results) {
            if let name = step.name { answers[name] = result }
        }
        return answers
    }

    private static func press(_ keys: String...) -> [(name: String?, step: Browser.Step)] {
        keys.map { (nil, .key($0)) }
    }

    private static func go(to place: String) -> (name: String?, step: Browser.Step) {
        (nil, .evaluate("location.hash = '#\(place)'; new Promise(done => setTimeout(done, 0))"))
    }

    private static let title = "document.querySelector('#entry .title').textContent"
    private static let count = "document.getElementById('count').textContent"
    private static let rows = "document.querySelectorAll('.row').length"
    /// The displayed value of a part of the state.
    private static func value(_ name: String) -> String {
        "[...document.querySelectorAll('.node')].find(each => each.querySelector('.name')?.textContent === '\(name)')?.querySelector('.value').textContent"
    }

    @Test("10,000 steps are a handful of rows, each with the state that it left behind")
    func manySteps() async throws {
        try await withPage(steps: 10_000) { page in
            let answers = try await ask(
                page + "#counter/4321",
                [
                    ("ready", .evaluate("document.documentElement?.dataset.ready")), ("rows", .evaluate(Self.rows)),
                    ("count", .evaluate(Self.count)), ("title", .evaluate(Self.title)),
                    ("state", .evaluate(Self.value("count"))), ("big", .evaluate(Self.value("big"))),
                    ("log", .evaluate(Self.value("log"))),
                ] + Self.press("j") + [("next", .evaluate(Self.title))] + Self.press("k", "k") + [
                    ("previous", .evaluate(Self.title))
                ] + Self.press("Home") + [
                    ("first", .evaluate(Self.title)), ("firstState", .evaluate(Self.value("count"))),
                ] + Self.press("End") + [
                    ("last", .evaluate(Self.title)), ("lastState", .evaluate(Self.value(""))),
                    ("lastRows", .evaluate(Self.rows)),
                    ("shown", .evaluate("document.querySelector('.row[aria-selected=true] .what').textContent")),
                ])
            #expect(answers["ready"] == "true")
            for name in ["rows", "lastRows"] {
                guard case .int(let rows)? = answers[name] else { throw ProgramRun.Failure(description: "no rows") }
                #expect((5..<100).contains(rows))
            }
            #expect(answers["count"] == "10,000 transitions, 1 note")
            #expect(answers["title"] == ".step(4320)")
            #expect(answers["state"] == "4321")
            #expect(answers["big"] == "18446744073709551615")
            #expect(answers["log"].map { "\($0)".contains("4,321 elements") } == true, "\(answers)")
            #expect(answers["next"] == ".push")
            #expect(answers["previous"] == ".push")
            #expect(answers["first"] == ".step(0)")
            #expect(answers["firstState"] == "1")
            #expect(answers["last"] == ".push")
            #expect(answers["lastState"] == ".shut")
            #expect(answers["shown"] == "↳ .push")
        }
    }

    @Test("a log that is higher than browsers can draw is scrolled through to its end, and stepped through row by row")
    func high() async throws {
        try await withPage(steps: 1_000) { page in
            // The selected row, if it is all in view; and those in view that are not where they belong.
            let seen = """
                (() => {
                  const box = document.getElementById('log').getBoundingClientRect();
                  const rows = [...document.querySelectorAll('.row')].map(each => [each, each.getBoundingClientRect()])
                    .filter(([, row]) => row.top >= box.top - 1 && row.bottom <= box.bottom + 1).sort((a, b) => a[1].top - b[1].top);
                  const gaps = rows.slice(1).filter(([each, row], index) => row.top - rows[index][1].top !== 28 ||
                    each.getAttribute('aria-posinset') - rows[index][0].getAttribute('aria-posinset') !== 1).length;
                  const selected = rows.find(([each]) => each.getAttribute('aria-selected') === 'true')?.[0];
                  return `${selected?.getAttribute('aria-posinset')} ${gaps} ${rows.length > 5} ${rows.at(-1)?.[0].getAttribute('aria-posinset')}`;
                })()
                """
            let scroll = { (place: String) in
                "new Promise(done => { const log = document.getElementById('log'); log.scrollTop = \(place); requestAnimationFrame(() => requestAnimationFrame(done)); })"
            }
            let answers = try await ask(
                page,
                [
                    (nil, .evaluate("document.getElementById('rows').style.maxHeight = '5000px'")),
                    (nil, .evaluate("document.getElementById('filter').dispatchEvent(new Event('input'))")),
                ] + Self.press("End") + [
                    ("height", .evaluate("document.getElementById('rows').offsetHeight")), ("end", .evaluate(seen)),
                ] + Self.press("k", "k", "k") + [("back", .evaluate(seen))] + Self.press("Home") + [
                    ("home", .evaluate(seen))
                ] + Self.press("j", "j") + [
                    ("on", .evaluate(seen)), (nil, .evaluate(scroll("log.scrollHeight"))), ("bottom", .evaluate(seen)),
                    (nil, .evaluate(scroll("2000"))), ("middle", .evaluate(seen)),
                ])
            #expect(answers["height"] == 5000)
            // One note beside the transitions.
            for (name, start) in [
                ("end", "1001 0 true"), ("back", "998 0 true"), ("home", "1 0 true"), ("on", "3 0 true"),
            ] {
                #expect(answers[name].map { "\($0)".contains(start + " ") } == true, "\(name): \(answers)")
            }
            #expect(answers["bottom"] == "undefined 0 true 1001")
            #expect(answers["middle"].map { "\($0)".contains("undefined 0 true ") } == true, "\(answers)")
        }
    }

    @Test("the log is filtered by words, stores and paths, and stepped through as it is filtered")
    func filtering() async throws {
        try await withPage(steps: 10_000) { page in
            let set = { (text: String) -> (name: String?, step: Browser.Step) in
                (
                    nil,
                    .evaluate(
                        "(() => { const field = document.getElementById('filter'); field.value = '\(text)'; field.dispatchEvent(new Event('input')); })()"
                    )
                )
            }
            let answers = try await ask(
                page,
                Self.press("/") + [(nil, .type("step(12")), ("words", .evaluate(Self.count))]
                    + Self.press("Enter", "Home")
                    + [("first", .evaluate(Self.title))] + Self.press("j") + [("second", .evaluate(Self.title))] + [
                        set("store:door -is:note"), ("store", .evaluate(Self.count)), set("path:/log/7"),
                        ("path", .evaluate(Self.count)), set("path:.log"), ("list", .evaluate(Self.count)),
                        set("path:/count/no"), ("nowhere", .evaluate(Self.count)), set("origin:effect"),
                        ("origin", .evaluate(Self.count)),
                        set("is:note"), ("note", .evaluate(Self.count)), set("nothing like it"),
                        ("none", .evaluate(Self.count)), set("STEP(12"), ("capitals", .evaluate(Self.count)),
                        // Longer than browsers take a regular expression.
                        set("\(String(repeating: "1", count: 200_000))"), ("long", .evaluate(Self.count)),
                    ])
            #expect(answers["words"] == "111 of 10,000 transitions, 1 note shown")
            #expect(answers["first"] == ".step(12)")
            #expect(answers["second"] == ".step(120)")
            #expect(answers["store"] == "5,000 of 10,000 transitions, 1 note shown")
            // A value that is absent before and after did not change.
            #expect(answers["path"] == "1 of 10,000 transitions, 1 note shown")
            #expect(answers["list"] == "5,000 of 10,000 transitions, 1 note shown")
            #expect(answers["nowhere"] == "0 of 10,000 transitions, 1 note shown")
            #expect(answers["origin"] == "5,000 of 10,000 transitions, 1 note shown")
            #expect(answers["note"] == "1 of 10,000 transitions, 1 note shown")
            #expect(answers["none"] == "0 of 10,000 transitions, 1 note shown")
            #expect(answers["capitals"] == "111 of 10,000 transitions, 1 note shown")
            #expect(answers["long"] == "0 of 10,000 transitions, 1 note shown")
        }
    }

    @Test("the graph shows the states, how often each was entered, and the position of the step")
    func graph() async throws {
        try await withPage(steps: 20) { page in
            let answers = try await ask(
                page + "#door/2",
                Self.press("2") + [
                    (
                        "states",
                        .evaluate("[...document.querySelectorAll('.vertex')].map(each => each.textContent).join()")
                    ),
                    ("here", .evaluate("document.querySelector('.vertex.here text').textContent")),
                    ("taken", .evaluate("document.querySelectorAll('.edge.taken').length")),
                    ("rows", .evaluate("document.querySelectorAll('#graph tbody tr').length")),
                    Self.go(to: "counter/2"),
                    ("none", .evaluate("document.getElementById('graph').textContent.includes('nothing to draw')")),
                ])
            #expect(answers["states"] == "shut6 visits,open5 visits,brokennever")
            #expect(answers["here"] == "shut")
            #expect(answers["taken"] == 1)
            #expect(answers["rows"] == 2)
            #expect(answers["none"] == true)
        }
    }

    @Test("recorded values are text: nothing of them runs, and the environment is shown")
    func hostileContent() async throws {
        try await withPage(steps: 10, options: ["--title", Self.hostile]) { page in
            let answers = try await ask(
                page,
                Self.press("Home", "n") + [
                    ("note", .evaluate(Self.title)), ("ran", .evaluate("window.wasRun === undefined")),
                    ("images", .evaluate("document.images.length")),
                    ("heading", .evaluate("document.querySelector('h1').textContent")),
                ] + Self.press("3") + [("session", .evaluate("document.getElementById('session').textContent"))])
            #expect(answers["note"] == .string("⚑ " + Self.hostile.replacing("\u{2028}", with: "\\u{2028}")))
            #expect(answers["ran"] == true)
            #expect(answers["images"] == 0)
            #expect(answers["heading"].map { "\($0)".contains("onerror") } == true)
            let session = answers["session"].map { "\($0)" } ?? ""
            #expect(session.contains("shop, pid 7") && session.contains("password") && session.contains("stopped"))
        }
    }

    @Test("it fits a narrow window, in the dark as well, and is worked by keys alone")
    func narrow() async throws {
        try await withPage(steps: 40) { page in
            let answers = try await ask(
                page + "#counter/3",
                [
                    (nil, .size(360, 740)), (nil, .scheme("dark")),
                    ("width", .evaluate("document.documentElement.scrollWidth")),
                    ("ground", .evaluate("getComputedStyle(document.body).backgroundColor")),
                ] + Self.press("t") + [("toggled", .evaluate("getComputedStyle(document.body).backgroundColor"))]
                    + Self.press("?") + [("help", .evaluate("document.getElementById('help').open"))]
                    + Self.press("Escape")
                    + [
                        (nil, .evaluate("document.getElementById('tree').focus()")),
                        (nil, .key("ArrowDown")), (nil, .key("ArrowDown")), (nil, .key("ArrowDown")),
                        (nil, .key("ArrowRight")),
                        ("opened", .evaluate("document.querySelectorAll('.node').length")),
                        ("steps", .evaluate("document.getElementById('position').textContent")),
                    ])
            #expect(answers["width"] == 360)
            #expect(answers["ground"] == "rgb(15, 17, 21)")
            #expect(answers["toggled"] == "rgb(244, 244, 241)")
            #expect(answers["help"] == true)
            #expect(answers["opened"] == 7)
            #expect(answers["steps"] == "6 / 41")
        }
    }
}
