import Foundation
import SeededTesting
import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Hostile text in files for other programs, as those read it", .timeLimit(.minutes(5)))
struct HostileOutputTests {
    private static let texts = HostileTexts.some(
        min(max(SwiftLiteralTests.count, HostileTexts.known.count), 2_000), seed: 23)

    // MARK: HTML

    /// The elements of a page with their attribute names, its title and heading, and the data that its script reads.
    private static func page(_ bytes: [UInt8]) throws -> Value {
        try ExternalTool.python(
            """
            from html.parser import HTMLParser
            class Page(HTMLParser):
                def __init__(self):
                    super().__init__()
                    self.tags, self.texts, self.open = [], {}, ''
                def handle_starttag(self, tag, attributes):
                    self.tags.append([tag] + [name for name, _ in attributes])
                    self.open = tag if tag != 'script' else 'script%d' % sum(1 for t in self.tags if t[0] == 'script')
                def handle_endtag(self, tag):
                    self.tags.append(['/' + tag])
                    self.open = ''
                def handle_comment(self, data): self.tags.append(['comment'])
                def handle_decl(self, data): self.tags.append(['declaration', data])
                def handle_data(self, data):
                    self.texts[self.open] = self.texts.get(self.open, '') + data
            page = Page(); page.feed(text); page.close()
            print(json.dumps({'tags': page.tags, 'title': page.texts['title'], 'heading': page.texts['h1'],
                              'data': json.loads(page.texts['script1'])}))
            """, reading: String(decoding: bytes, as: UTF8.self))
    }

    private static func recording(of texts: [String]) throws -> RecordingFile {
        let file = try RecordingFile(process: texts[0], redaction: texts)
        for text in texts {
            file.add(
                ["add": .string(text)], label: text, origin: text,
                changes: [Change(.replace, Path(["items"]), value: [.string(text)], old: [])], error: text)
            file.write(.note(RecordedNote(t: file.now, text: text)))
        }
        return file
    }

    @Test("a page has the elements that it always has, and the texts as data")
    func html() throws {
        let plain = try Self.page(
            ReportPage.bytes(try Self.recording(of: ["a"]).report(), made: "now"))
        let texts = Array(Self.texts.prefix(1_000))
        let reader = try Self.recording(of: texts).reader()
        for title in ["</title><script>pwn()</script>", "\u{0}\n{{data}}", "\"><img src=x onerror=pwn()>"] {
            let report = try Report(reader, selection: ReportSelection(from: nil, to: nil, stores: []), title: title)
            let page = try Self.page(ReportPage.bytes(report, made: title))
            #expect(page.value(at: Path(["tags"])) == plain.value(at: Path(["tags"])))
            #expect(page.value(at: Path(["title"])) == .string(ControlCharacters.escaped(title)))
            #expect(page.value(at: Path(["heading"])) == .string(ControlCharacters.escaped(title)))
            for (index, text) in texts.enumerated() {
                #expect(page.value(at: Path(["data", "notes", "\(index)", "text"])) == .string(text))
            }
        }
    }

    // MARK: XML

    @Test("the XML of JUnit has the texts as attributes and text, with what XML cannot hold replaced")
    func junit() throws {
        let source = ScriptSource(name: "a.strobe", directory: "/")
        let cases = Self.texts.enumerated().map { index, text in
            ScriptReport.Case(
                place: ScriptPlace(source: source, line: index + 1), text: text, isExpectation: true, runs: 1,
                failures: 1,
                failure: (InspectorError(.failed, text), text))
        }
        let read = try ExternalTool.python(
            """
            from xml.etree import ElementTree
            root = ElementTree.fromstring(text.encode())
            print(json.dumps([[c.attrib['name'], [[f.tag, f.attrib['message'], f.text or ''] for f in c]] for c in root.iter('testcase')]))
            """, reading: JUnitText.text(cases, errors: [], duration: .seconds(1)))
        guard case .array(let found) = read else { throw ExternalTool.Failure(description: "no list") }
        try #require(found.count == Self.texts.count)
        for (index, text) in Self.texts.enumerated() {
            let shown = String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { scalar in
                        let isChar = scalar == "\n" || scalar == "\t" || scalar.value >= 0x20
                        return isChar && scalar.value & 0xFFFE != 0xFFFE || scalar.value > 0xFFFF ? scalar : "\u{FFFD}"
                    }))
            #expect(found[index].value(at: Path(["1", "0"])) == ["failure", .string(shown), .string(shown)])
        }
    }

    // MARK: JSON

    @Test("what Redux DevTools import is JSON that has the texts")
    func devTools() throws {
        let reader = try Self.recording(of: Self.texts).reader()
        let value = try DevToolsExport(reader, store: nil).value(.lifted)
        let back = try ExternalTool.python("print(json.dumps(json.loads(text)))", reading: JSON.text(value))
        #expect(back == value)
    }

    // MARK: Graphs

    private static func graph(of texts: [String]) -> GraphGet.Result {
        GraphGet.Result(
            seq: 1, firstSeq: 0, path: .root, type: texts[0],
            states: texts.map { .init(name: $0, visits: 0) }, actions: texts,
            transitions: texts.map { .init(from: $0, action: $0, to: $0, guardName: $0, count: 0) }, pairs: [],
            unvisited: [])
    }

    @Test("a graph has as many nodes and edges in DOT as states and ways, and the texts as their labels")
    func dot() throws {
        let texts = Array(Set(Self.texts)).sorted()
        let source = DotText.lines(Self.graph(of: texts), name: texts[0]).joined(separator: "\n")
        var checker = DotChecker(source)
        let read = checker.read()
        let graph = try #require(read)
        let shown = texts.map { text in
            String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isShown($0) ? $0 : "\u{FFFD}" }))
        }
        #expect(graph.nodes.map(\.label) == shown)
        #expect(graph.edges.map(\.label) == shown.map { "\($0) [\($0)]" })
        guard ExternalTool.find("dot") != nil else { return }
        let plain = try ExternalTool.withFolder { folder in
            try Data(source.utf8).write(to: folder.appending(path: "graph.dot"))
            // Parses and prints it without a layout, which would be slow for hundreds of nodes.
            return try ExternalTool.run("dot", ["-Tcanon", "graph.dot"], in: folder)
        }
        let lines = plain.split(separator: "\n")
        #expect(lines.count { $0.wholeMatch(of: #/\ts[0-9]+ -> s[0-9]+.*/#) != nil } == texts.count)
        #expect(lines.count { $0.wholeMatch(of: #/\ts[0-9]+\t.*/#) != nil } == texts.count)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar.properties.generalCategory != .control
    }

    @Test("a diagram of Mermaid has a line for each state and way, and the texts by number")
    func mermaid() throws {
        let texts = Array(Set(Self.texts)).sorted()
        let read = MermaidChecker.read(MermaidText.lines(Self.graph(of: texts)))
        let diagram = try #require(read)
        let shown = texts.map { text in
            let all = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
            return all.isEmpty ? " " : String(String.UnicodeScalarView(all))
        }
        #expect(diagram.states == shown)
        #expect(diagram.labels.count == texts.count)
    }

    // MARK: Markdown

    @Test("code in Markdown ends where it should, also in the cell of a table")
    func code() throws {
        for text in Self.texts {
            let shown = ControlCharacters.escaped(text)
            let code = MarkdownText.code(text, limit: 10_000)
            #expect(MarkdownReader.code(code).map(MarkdownReader.unpadded) == MarkdownReader.unpadded(shown), "\(code)")
            let cells = MarkdownReader.cells("| \(MarkdownText.cell(text, limit: 10_000)) | x |")
            try #require(cells.count == 2, "\(cells)")
            let cell = MarkdownReader.code(cells[0]).map { MarkdownReader.unpadded($0.without("\u{2060}")) }
            #expect(cell == MarkdownReader.unpadded(shown.without("\u{2060}")), "\(cells)")
        }
    }

    @Test("text in Markdown has no mark that means something")
    func plainText() {
        for text in Self.texts {
            let plain = MarkdownText.plain(text)
            let shown = MarkdownReader.text(plain).map { $0.without("\u{2060}") }
            #expect(shown == ControlCharacters.escaped(text).without("\u{2060}"), "\(plain)")
        }
    }

    // MARK: Names of files

    @Test("the name of a file that is made of a process's is a short one in its directory, and no other's")
    func fileNames() {
        var taken: Set<String> = []
        let names = Self.texts + [String(repeating: "é", count: 300), "..", ".", "../../x", "-rf", "--", "CON", "a/b"]
        for name in names {
            let file = RecordingJob.fileName(of: name, pid: 7, besides: taken)
            #expect(!file.contains("/") && file.first != "-" && file.first != ".", "\(file)")
            #expect(file.hasSuffix(".jsonl") && file.utf8.count <= 150)
            #expect(file.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != " " })
            #expect(!taken.contains { $0.lowercased() == file.lowercased() })
            taken.insert(file)
        }
        #expect(RecordingJob.fileName(of: "shop", pid: 12, besides: []) == "shop-12.jsonl")
        #expect(RecordingJob.fileName(of: "Shop", pid: 12, besides: ["shop-12.jsonl"]) == "Shop-12-2.jsonl")
        #expect(RecordingJob.fileName(of: "strobe-demo", pid: 1, besides: []) == "strobe-demo-1.jsonl")
    }
}
