import Foundation
import SeededTesting
import StrobeTree
import Testing

@testable import StrobeRecording

@Suite("Damaged recordings")
struct DamagedRecordingTests {
    let directory: TemporaryDirectory
    private var sample = SampleStore()
    private var text = ""

    init() throws {
        directory = try TemporaryDirectory()
        var lines: [RecordingLine] = [.header(SampleStore.header([sample.description()]))]
        for seq in 1...12 {
            lines.append(.transition(sample.step()))
            if seq == 8 { lines.append(.keyframe(.init(store: "shop", seq: 8, t: 80, state: sample.state))) }
        }
        lines.append(.end(.init(t: 120, reason: "stopped", transitions: 12)))
        text = lines.map { $0.text + "\n" }.joined()
    }

    private func open(_ text: String, limits: RecordingLimits = .default) throws -> RecordingReader {
        try open(Array(text.utf8), limits: limits)
    }

    private func open(_ bytes: [UInt8], limits: RecordingLimits = .default) throws -> RecordingReader {
        try RecordingReader(paths: [try directory.write(bytes, "a.jsonl")], limits: limits)
    }

    private func error(_ body: () throws -> RecordingReader) throws -> RecordingError {
        try #require(throws: RecordingError.self) { _ = try body() }
    }

    /// Sends every query; the answers must equal what was written.
    private func check(_ reader: RecordingReader, isTrue: Bool = true) throws {
        for store in reader.stores {
            for seq in 0...14 {
                guard let state = try? reader.state(at: seq, of: store.id) else { continue }
                if isTrue { #expect(state == sample.states[seq]) }
            }
            _ = try reader.transitions(0...Int.max, of: store.id)
            _ = reader.gaps(of: store.id)
            _ = reader.notes(of: store.id)
            for seq in 0...14 {
                _ = reader.knownSeq(atOrBefore: seq, of: store.id)
                _ = reader.knownSeq(atOrAfter: seq, of: store.id)
            }
        }
        _ = try? reader.events(from: 0, limit: .max)
        _ = try reader.refresh()
    }

    @Test("cut off at any byte, a file is read to its last whole line")
    func truncated() throws {
        let bytes = Array(text.utf8)
        let headerEnd = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
        // Every byte of the last lines, and some of the others.
        for length in headerEnd..<bytes.count where length % 7 == 0 || length > bytes.count - 400 {
            let reader = try open(Array(bytes[..<length]))
            let kept = bytes[..<length]
            let lastEnd = (kept.lastIndex(of: 0x0A) ?? 0) + 1
            // If only the line feed is missing, the line is still complete.
            let isWhole = length == lastEnd || bytes[length] == 0x0A
            #expect(reader.damage.count == (isWhole ? 0 : 1))
            if !isWhole { #expect(reader.damage.first?.lostBytes == length - lastEnd) }
            let lines = kept.split(separator: 0x0A).dropLast(isWhole ? 0 : 1)
            let transitions = lines.filter { $0.starts(with: Array(#"{"kind":"transition""#.utf8)) }.count
            #expect(reader.stores.first?.transitions == transitions)
            #expect(try reader.state(at: transitions, of: "shop") == sample.states[transitions])
            #expect(!reader.isComplete || length == bytes.count - 1)
        }
        for length in stride(from: 0, to: headerEnd - 1, by: 5) {
            #expect(try error { try open(Array(bytes[..<length])) }.code == .notARecording)
        }
    }

    @Test("a further file without a line does not prevent reading the others")
    func onlyBegun() throws {
        let bytes = Array(text.utf8)
        let header = bytes.prefix { $0 != 0x0A }
        let whole = try directory.write(bytes, "a.jsonl")
        for length in [0, 1, header.count / 2, header.count - 1] {
            let begun = try directory.write(Array(header.prefix(length)), "b.jsonl")
            for paths in [[whole, begun], [begun, whole]] {
                let reader = try RecordingReader(paths: paths)
                #expect(reader.damage.map(\.lostBytes) == (length == 0 ? [] : [length]))
                #expect(try reader.state(at: 12, of: "shop") == sample.states[12])
            }
        }
        // Other files are not skipped.
        for other in ["no recording", "{}\n", "[]"] {
            let path = try directory.write(Array(other.utf8), "c.jsonl")
            #expect(try error { try RecordingReader(paths: [whole, path]) }.code == .notARecording)
        }
    }

    @Test("bits that are flipped anywhere neither trap nor hide what is whole")
    func flipped() throws {
        var random = SeededGenerator(seed: 4)
        let whole = Array(text.utf8)
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            do {
                try check(try open(bytes), isTrue: false)
            } catch let error as RecordingError {
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test("a damaged line is reported with its number and place, and the next ones are read")
    func damagedLine() throws {
        var lines = text.split(separator: "\n").map(String.init)
        lines[3] = lines[3].replacingOccurrences(of: #""label":"#, with: #""label";"#)
        let reader = try open(lines.joined(separator: "\n") + "\n")
        let damage = try #require(reader.damage.first)
        #expect(reader.damage.count == 1)
        #expect(damage.line == 4)
        #expect(damage.offset == lines[..<3].map { $0.utf8.count + 1 }.reduce(0, +))
        #expect(damage.lostBytes == lines[3].utf8.count)
        #expect(damage.message.contains("colon"))
        #expect(reader.gaps(of: "shop").map { $0.fromSeq...$0.toSeq } == [3...3])
        #expect(reader.knownSeq(atOrAfter: 3, of: "shop") == 8)
        #expect(reader.isComplete)
        try check(reader)
    }

    @Test("without its header, what is left of a recording opens all the same")
    func damagedHeader() throws {
        var lines = text.split(separator: "\n").map(String.init)
        lines[0] = lines[0].replacingOccurrences(of: #""format""#, with: #""format"#)
        for text in [lines.joined(separator: "\n"), lines.dropFirst().joined(separator: "\n")] {
            let reader = try open(text)
            #expect(reader.damage.first?.message.contains("header") == true)
            #expect(reader.stores.map(\.id) == ["shop"])
            #expect(reader.stores.first?.transitions == 12)
            #expect(throws: RecordingError.self) { try reader.state(at: 3, of: "shop") }
            #expect(try reader.state(at: 10, of: "shop") == sample.states[10])
        }
        let reader = try open(lines.joined(separator: "\n"))
        #expect(reader.recordings.first?.header.startMicros == SampleStore.start)
    }

    @Test("what is no recording is refused with what it is")
    func noRecording() throws {
        for (text, word) in [
            ("", "empty"), ("\n\r\n", "empty"), ("hello\nworld\n", "not a recording"), ("{}\n{}\n", "not a recording"),
            ("[1,2]", "not a recording"), (#"{"kind":"header","format":"other","version":1}"#, "\"other\""),
            (#"{"kind":"weather"}"# + "\n" + #"{"kind":"weather"}"#, "not a recording"),
        ] {
            let error = try error { try open(text) }
            #expect(error.code == .notARecording, "\(text)")
            #expect(error.message.contains(word), "\(error.message)")
        }
        let newer = text.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
        let error = try error { try open(newer) }
        #expect(error.code == .unsupportedVersion)
        #expect(error.message.contains("version 2"))
    }

    @Test("directories, pipes and what is not there are refused and never waited for")
    func noFile() throws {
        let pipe = directory.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, word) in [(directory.path, "directory"), (pipe, "regular"), (directory.file("no"), "No such file")] {
            let error = try error { try RecordingReader(paths: [path]) }
            #expect(error.code == .cannotOpen)
            #expect(error.message.contains(word))
        }
        #expect(throws: RecordingError.self) { try RecordingReader(paths: []) }
    }

    @Test("a line of 100 MB is passed over without being kept")
    func longLine() throws {
        let path = try directory.write(text, "a.jsonl")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"kind":"note","t":1,"text":""#.utf8))
        let block = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<100 { try handle.write(contentsOf: block) }
        try handle.write(contentsOf: Data("\"}\n".utf8))
        var next = sample
        try handle.write(contentsOf: Data((RecordingLine.transition(next.step()).text + "\n").utf8))
        try handle.close()
        let reader = try RecordingReader(paths: [path])
        #expect(reader.damage.count == 1)
        #expect(reader.damage.first?.message.contains("at most 67108864") == true)
        #expect((reader.damage.first?.lostBytes ?? 0) > 100 << 20)
        #expect(try reader.state(at: 13, of: "shop") == next.state)
    }

    @Test("endless nesting is refused at the limit")
    func nesting() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            for depth in [126, 127, 100_000] {
                let nested = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
                let line = #"{"kind":"note","t":1,"text":"","x":"# + nested + "}\n"
                let reader = try self.open(text + line)
                #expect(reader.damage.isEmpty == (depth < 128), "\(depth)")
                let unclosed = try self.open(text + String(repeating: open, count: 1_000_000) + "\n")
                #expect(unclosed.damage.count == 1)
            }
        }
    }

    @Test("CRLF, a byte order mark and blank lines change nothing")
    func harmless() throws {
        for other in [
            text.replacingOccurrences(of: "\n", with: "\r\n"), "\u{FEFF}" + text,
            text.replacingOccurrences(of: "\n", with: "\n\n  \n"), "\u{FEFF}\r\n" + text,
        ] {
            let reader = try open(other)
            #expect(reader.damage.isEmpty)
            #expect(reader.isComplete)
            #expect(try reader.state(at: 12, of: "shop") == sample.state)
        }
    }

    @Test("NUL bytes that a machine left that lost power are passed over")
    func nuls() throws {
        let nuls = String(repeating: "\0", count: 5_000)
        let atEnd = try open(text + nuls)
        #expect(atEnd.damage.map(\.lostBytes) == [5_000])
        var next = sample
        let between = try open(text + nuls + RecordingLine.transition(next.step()).text + "\n")
        #expect(between.damage.map(\.lostBytes) == [5_000])
        #expect(try between.state(at: 13, of: "shop") == next.state)
    }

    @Test("of members with the same name the last one counts")
    func duplicates() throws {
        let line =
            #"{"kind":"note","kind":"transition","store":"x","store":"shop","seq":1,"seq":13,"t":1,"changes":[]}"#
        let reader = try open(text + line + "\n")
        #expect(reader.damage.isEmpty)
        #expect(try reader.transition(13, of: "shop").seq == 13)
    }

    @Test("numbers that go back, or are out of range, are damage")
    func numbers() throws {
        for seq in ["5", "12", "0", "-1", "1e3", "9007199254740993", "99999999999999999999", "\"13\"", "null"] {
            let line = #"{"kind":"transition","store":"shop","seq":"# + seq + #","t":1,"changes":[]}"#
            let reader = try open(text + line + "\n")
            #expect(reader.damage.count == 1, "\(seq)")
            try check(reader)
        }
        for members in [
            #""kind":"gap","store":"shop","t":1,"fromSeq":9,"toSeq":3"#, #""kind":"note","t":1"#,
            #""kind":"keyframe","store":"shop","seq":12,"t":1"#,
            #""kind":"keyframe","store":"shop","seq":1,"t":1,"state":1"#,
            #""kind":"transition","store":"shop","seq":13,"t":1,"fromSeq":13,"changes":[]"#, #""t":1"#,
            #""kind":"removed","store":"nothing","t":1"#,
        ] {
            let reader = try open(text + "{\(members)}\n")
            if !members.contains("\"keyframe\",\"store\":\"shop\",\"seq\":12") {
                #expect(reader.damage.count == 1, "\(members)")
            }
            try check(reader)
        }
        let far =
            #"{"kind":"gap","store":"shop","t":9223372036854775807,"fromSeq":13,"toSeq":9007199254740992,"reason":""}"#
        try check(try open(text + far + "\n"))
        let unchanged = #"{"kind":"transition","store":"shop","seq":13,"t":1,"fromSeq":9223372036854775807}"#
        let reader = try open(text + unchanged + "\n")
        #expect(reader.damage.count == 1)
        try check(reader)
    }

    @Test("times and numbers beyond 2^53 are damage, wherever they are")
    func farNumbers() throws {
        for members in [
            #""kind":"transition","store":"shop","seq":13,"t":9223372036854775807,"changes":[]"#,
            #""kind":"transition","store":"shop","seq":13,"t":-9223372036854775807,"cause":1,"changes":[]"#,
            #""kind":"transition","store":"s\u0068op","seq":13,"t":9007199254740993,"changes":[]"#,
            #""kind":"keyframe","store":"shop","seq":13,"t":9007199254740993,"state":1"#,
            #""kind":"note","t":-9007199254740993,"text":"x""#,
            #""kind":"note","t":1,"text":"x","seq":-1"#,
        ] {
            let reader = try open(text + "{\(members)}\n")
            #expect(reader.damage.map(\.line) == [16], "\(members)")
            try check(reader)
        }
        let line = #"{"kind":"transition","store":"shop","seq":13,"t":1,"cause":9223372036854775807,"changes":[]}"#
        let error = try #require(throws: RecordingError.self) { try RecordingLine(parsing: line) }
        #expect(error.message.contains("cause"))
    }

    @Test("each damaged line is reported by itself, with its number")
    func adjacentLines() throws {
        let damage = try open(text + "x\ny\n\n{\"kind\":1}\nz").damage
        #expect(damage.map(\.line) == [16, 17, 19, 20])
        #expect(damage.map(\.lostBytes) == [1, 1, 10, 1])
    }

    @Test("changes that turn out to be damaged are reported once, with the number of their line")
    func damagedChanges() throws {
        let wrong = #"{"kind":"transition","store":"shop","seq":13,"t":1,"changes":[{"op":"grow","path":"/a"}]}"#
        let more = #"{"kind":"transition","store":"shop","seq":14,"t":1,"changes":[1]}"#
        let reader = try open(text + wrong + "\n" + more + "\n")
        #expect(reader.damage.isEmpty)
        for _ in 0..<3 { #expect(try reader.transitions(0...Int.max, of: "shop").count == 12) }
        #expect(reader.damage.map(\.line) == [16, 17])
        #expect(reader.damage.map(\.lostBytes) == [wrong.utf8.count, more.utf8.count])
    }

    @Test("missing transitions are reported as a range, and pages continue after it")
    func stretches() throws {
        let far = #"{"kind":"transition","store":"shop","seq":9007199254740992,"t":1,"changes":[]}"#
        let reader = try open(text + far + "\n")
        #expect(reader.missing(at: 12, of: "shop") == nil)
        for seq in [13, 4_000_000, 9_007_199_254_740_991] {
            #expect(reader.missing(at: seq, of: "shop") == 13...9_007_199_254_740_991)
        }
        #expect(reader.missing(at: 9_007_199_254_740_992, of: "shop") == nil)
        #expect(reader.missing(at: .max, of: "shop") == nil)
        let pages = try [1...Int.max, 12...Int.max, 13...Int.max].map {
            try reader.transitions($0, of: "shop", limit: 2).map(\.seq)
        }
        #expect(pages == [[1, 2], [12, 9_007_199_254_740_992], [9_007_199_254_740_992]])
    }

    @Test("changes that do not fit are reported when they are reached")
    func unfittingChanges() throws {
        let line = #"{"kind":"transition","store":"shop","seq":13,"t":1,"changes":[{"op":"remove","path":"/nothing"}]}"#
        let reader = try open(text + line + "\n")
        let error = try #require(throws: RecordingError.self) { try reader.state(at: 13, of: "shop") }
        #expect(error.code == .stateNotKnown)
        #expect(error.message.contains("do not apply"))
        #expect(try reader.state(at: 12, of: "shop") == sample.state)
    }

    @Test("a name of the next file never leads out of the directory")
    func hostileNames() throws {
        let inner = directory.path + "/inner"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        var second = SampleStore.header([SampleStore(id: "secret").description()])
        second.part = 2
        try directory.write(RecordingLine.header(second).text + "\n", "outside.jsonl")
        for name in ["../outside.jsonl", directory.file("outside.jsonl"), "..", ".", "a.jsonl"] {
            let end = RecordingLine.end(.init(t: 1, reason: "rotated", transitions: 0, next: name)).text
            try directory.write(text + end + "\n", "inner/a.jsonl")
            let reader = try RecordingReader(paths: [inner + "/a.jsonl"])
            #expect(reader.stores.map(\.id) == ["shop"])
        }
    }

    @Test("many stores, lines and damaged lines stay within limits")
    func limits() throws {
        var many = text
        for id in 0..<50 { many += #"{"kind":"keyframe","store":"\#(id)","seq":0,"t":1,"state":1}"# + "\n" }
        let reader = try open(many, limits: RecordingLimits(stores: 20))
        #expect(reader.stores.count == 20)
        #expect(reader.damage.count == 31)
        #expect(try error { try open(many, limits: RecordingLimits(lines: 30)) }.code == .tooLarge)
        var alternating = text
        for _ in 0..<20_000 { alternating += "x\n{\"kind\":\"y\"}\n" }
        let damage = try open(alternating).damage
        #expect(damage.count == 10_000)
        #expect(damage.last?.message == "This line and others after it cannot be read.")
    }

    @Test("a compressed file that is damaged is read as far as it goes, and never beyond the limit")
    func compressed() throws {
        let path = try directory.write(text, "a.jsonl")
        let zlib = try #require(Zlib.shared)
        #expect(zlib.compress(path, to: directory.file("b.gz"), permissions: 0o600))
        let whole = try directory.bytes("b.gz")
        let reader = try RecordingReader(paths: [try directory.write(whole, "c.gz")])
        #expect(try reader.state(at: 12, of: "shop") == sample.state)
        for length in stride(from: 0, to: whole.count, by: 11) {
            let path = try directory.write(Array(whole[..<length]), "c.gz")
            if let reader = try? RecordingReader(paths: [path]) { #expect(!reader.damage.isEmpty) }
        }
        var random = SeededGenerator(seed: 9)
        for _ in 0..<150 {
            var bytes = whole
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            if let reader = try? RecordingReader(paths: [try directory.write(bytes, "c.gz")]) {
                try check(reader, isTrue: false)
            }
        }
        let bomb = try directory.write(text + String(repeating: "\n", count: 20 << 20), "bomb")
        #expect(zlib.compress(bomb, to: directory.file("bomb.gz"), permissions: 0o600))
        let limited = try RecordingReader(
            paths: [directory.file("bomb.gz")], limits: RecordingLimits(expandedBytes: 4 << 20))
        #expect(limited.damage.last?.message.contains("expands to more") == true)
        #expect(try limited.state(at: 12, of: "shop") == sample.state)
    }

    @Test("of many lines, which several threads look at, the same is read and lost as of a few at a time")
    func manyLines() throws {
        var sample = SampleStore(id: "shop", seed: 5)
        var lines = [RecordingLine.header(SampleStore.header([sample.description()])).text]
        for seq in 1...8_000 {
            var line = RecordingLine.transition(sample.step()).text
            switch seq % 400 {
            case 17: line.removeLast()
            case 90: line = "\0\0\0" + line
            case 133: line = ""
            case 200: line = "{\"kind\":\"later\",\"t\":1}\n" + line
            case 310: line += "]"
            default: break
            }
            lines.append(line)
            if seq.isMultiple(of: 1_000) {
                lines.append(RecordingLine.keyframe(.init(store: "shop", seq: seq, t: 1, state: sample.state)).text)
            }
        }
        lines.append("{\"kind\":\"transition\",\"sto")
        let text = lines.joined(separator: "\n")
        #expect(text.utf8.count > 1 << 20)
        let whole = try open(text)
        try directory.write("", "parts.jsonl")
        var reader: RecordingReader?
        for start in stride(from: 0, to: lines.count, by: 200) {
            let end = min(start + 200, lines.count)
            let part = lines[start..<end].joined(separator: "\n") + (end < lines.count ? "\n" : "")
            try directory.append(part, "parts.jsonl")
            if let reader { _ = try reader.refresh() }
            reader = try reader ?? RecordingReader(paths: [directory.file("parts.jsonl")])
        }
        let parts = try #require(reader)
        func lost(_ reader: RecordingReader) -> [String] {
            reader.damage.map { "\($0.line) \($0.offset) \($0.message)" }
        }
        #expect(lost(whole) == lost(parts))
        #expect(whole.damage.count == 61)
        #expect(whole.stores == parts.stores)
        #expect(try whole.transitions(0...Int.max, of: "shop") == parts.transitions(0...Int.max, of: "shop"))
        #expect(whole.gaps(of: "shop") == parts.gaps(of: "shop"))
        #expect(try whole.state(at: 8_000, of: "shop") == sample.state)
    }
}
