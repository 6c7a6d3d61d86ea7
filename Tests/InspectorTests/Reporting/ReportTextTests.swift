import Foundation
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What is recorded cannot leave its place in a report", .timeLimit(.minutes(5)))
struct ReportTextTests {
    private static let hostile =
        "</script><script>alert(1)</script> `` ``` @everyone #1 | \u{2028}\u{202E}\n<!-- {{title}} ![x](http://e.org/x)"

    private func report() throws -> Report {
        let file = try RecordingFile(process: Self.hostile, redaction: [Self.hostile])
        file.add(
            ["add": .string(Self.hostile)], changes: [Change(.add, Path(["items", "0"]), value: .string(Self.hostile))])
        file.add("begin", changes: [], error: Self.hostile)
        file.write(.note(RecordedNote(t: file.now, text: Self.hostile)))
        file.write(.gap(RecordedGap(store: "shop", t: file.now, fromSeq: 3, toSeq: 4, reason: Self.hostile)))
        return try file.report()
    }

    @Test("in the page, nothing of it ends the data or is markup")
    func page() throws {
        let page = String(decoding: ReportPage.bytes(try report(), made: "now"), as: UTF8.self)
        // The end tags of the data and of the scripts.
        #expect(page.components(separatedBy: "</script>").count == 3)
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("\u{2028}"))
        #expect(!page.contains("<!--"))
        #expect(page.contains("\\u003c/script>"))
        let start = try #require(page.firstRange(of: "id=\"recording\">")).upperBound
        let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
        let data = try JSON.parse(String(page[start..<end]))
        #expect(data.value(at: Path(["notes", "0", "text"])) == .string(Self.hostile))
        #expect(data.value(at: Path(["steps", "0", "a", "add"])) == .string(Self.hostile))
    }

    @Test("the page loads nothing: no address is in its sources")
    func selfContained() throws {
        let file = try RecordingFile()
        let page = String(decoding: ReportPage.bytes(try file.report(), made: "now"), as: UTF8.self)
        let withoutNames = page.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!withoutNames.contains("http://") && !withoutNames.contains("https://"))
        #expect(
            !withoutNames.contains("src=") && !withoutNames.contains("@import")
                && !withoutNames.replacing("url(#", with: "").contains("url("))
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("{{"))
    }

    @Test("in Markdown, all of it is code on one line or in a block of its own")
    func markdown() throws {
        let text = try report().markdown()
        var fence: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.prefix { $0 == "`" }
            if let open = fence {
                if mark.count >= open.count, line.count == mark.count { fence = nil }
                continue
            }
            if mark.count >= 3, !line.dropFirst(mark.count).contains("`") {
                fence = mark
                continue
            }
            let prose = withoutCode(line)
            #expect(!prose.contains("<script") && !prose.contains("@everyone") && !prose.contains("!["), "\(line)")
            // Outside of code it would link to an issue.
            #expect(prose.firstRange(of: /#\d/) == nil, "\(line)")
        }
        #expect(fence == nil)
        #expect(!text.contains("\u{202E}") && !text.contains("\u{2028}"))
    }

    /// A line without its inline code, by CommonMark's rules: a run of backticks up to the next one of the same length.
    private func withoutCode(_ line: Substring) -> String {
        var prose = ""
        var rest = line
        while let start = rest.firstIndex(of: "`") {
            if start > rest.startIndex, rest[rest.index(before: start)] == "\\" {
                prose += rest[...start]
                rest = rest[rest.index(after: start)...]
                continue
            }
            prose += rest[..<start]
            let run = rest[start...].prefix { $0 == "`" }
            rest = rest[run.endIndex...]
            var search = rest
            var end: Substring.Index?
            while let next = search.firstIndex(of: "`") {
                let closing = search[next...].prefix { $0 == "`" }
                search = search[closing.endIndex...]
                if closing.count == run.count {
                    end = closing.endIndex
                    break
                }
            }
            rest = end.map { rest[$0...] } ?? rest
        }
        return prose + rest
    }

    @Test("Markdown stays within its limit however much was recorded, and says what is left out")
    func limit() throws {
        let file = try RecordingFile()
        for number in 0..<2_000 {
            let text = Value.string(String(repeating: "\(number) ", count: 200))
            file.add(["add": text], changes: [Change(.add, Path(["items", "\(number)"]), value: text)])
        }
        let report = try file.report()
        let text = report.markdown()
        #expect(text.count <= 60_000)
        #expect(text.contains("of 2,000 transitions"))
        let short = report.markdown(limit: 4_000)
        #expect(short.count <= 4_000)
        #expect(short.contains("The rest is omitted"))
    }

    @Test("integers beyond 53 bits and names that could be mistaken for them reach the page whole")
    func exactNumbers() {
        let value: Value = ["big": .uint(UInt64.max), "small": 3, "\u{1}": "7", "list": [.int(Int64.min)]]
        #expect(
            value.forPage == [
                "big": ["\u{1}": "18446744073709551615"], "small": 3, "\u{1}\u{1}": "7",
                "list": [["\u{1}": "-9223372036854775808"]],
            ])
    }

    @Test("parts are inserted into the template once: their text is left alone")
    func template() {
        let page = ReportPage.filled(
            Array("a{{x}}b{{y}}c{{none}}d{".utf8), with: ["x": Array("{{y}}".utf8), "y": Array("{{x}}".utf8)])
        #expect(String(decoding: page, as: UTF8.self) == "a{{y}}b{{x}}cd{")
    }
}
