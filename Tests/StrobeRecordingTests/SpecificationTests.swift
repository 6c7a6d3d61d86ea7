import Foundation
import StrobeRecording
import StrobeTree
import Testing

/// The examples of the specification, which `check.py` reads independently.
@Suite("The specification of recordings")
struct SpecificationTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols/recording")

    private static func files(_ folder: String) -> [String] {
        let path = Self.folder.appendingPathComponent(folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(path)/\($0)" }
    }

    @Test("there are files of every sort")
    func presence() {
        for folder in ["examples", "damaged", "invalid"] { #expect(Self.files(folder).count > 5) }
    }

    @Test(
        "what is expected of the examples and of the damaged files holds",
        arguments: files("examples") + files("damaged"))
    func expected(path: String) throws {
        let expectedPath = path.dropLast(".jsonl".count) + ".expected.json"
        let text = try String(contentsOfFile: String(expectedPath), encoding: .utf8)
        let expected = try MessageDecoder().decode(Expected.self, from: try JSON.parse(text))
        let reader = try RecordingReader(paths: [path])
        #expect(reader.isComplete == expected.complete)
        #expect(reader.damage.map(\.line) == expected.damage)
        #expect(Set(reader.stores.map(\.id)) == Set(expected.stores.keys))
        let notes = (reader.stores.map { $0.id as String? } + [nil]).flatMap { reader.notes(of: $0) }
        #expect(notes.sorted { $0.t < $1.t }.map(\.text) == expected.notes)
        for (id, store) in expected.stores {
            let found = try reader.store(id)
            #expect(found.firstSeq == store.firstSeq)
            #expect(found.lastSeq == store.lastSeq)
            #expect(found.transitions == store.transitions)
            #expect(reader.gaps(of: id).map { [$0.fromSeq, $0.toSeq] } == store.gaps)
            for (seq, state) in store.states {
                #expect(try reader.state(at: try #require(Int(seq)), of: id) == state, "\(id) at \(seq)")
            }
            for seq in store.unknown ?? [] {
                #expect(throws: RecordingError.self, "\(id) at \(seq)") { try reader.state(at: seq, of: id) }
                #expect(!reader.isKnown(seq, of: id))
            }
        }
    }

    private struct Expected: Decodable {
        struct Store: Decodable {
            var firstSeq: Int
            var lastSeq: Int
            var transitions: Int
            var gaps: [[Int]]
            var states: [String: Value]
            var unknown: [Int]?
        }

        var complete: Bool
        var damage: [Int]
        var stores: [String: Store]
        var notes: [String]
    }

    @Test("each line of the examples is written again with the same members", arguments: files("examples"))
    func lines(path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for line in text.utf8.split(separator: UInt8(ascii: "\n")).compactMap(String.init) where line != "\r" {
            let read = try RecordingLine(parsing: line)
            #expect(try JSON.parse(read.text) == JSON.parse(line))
        }
    }

    /// Faults that a reader accepts nevertheless, since they do not affect its answers.
    private static let harmless: Set<String> = [
        "end-wrong-count", "keyframe-wrong", "header-part-zero", "transition-effects-texts",
        "end-transitions-negative",
    ]

    @Test("files that break the rules are refused, or reported as damaged", arguments: files("invalid"))
    func invalid(path: String) throws {
        let name = path.split(separator: "/").last?.dropLast(".jsonl".count) ?? ""
        let reader: RecordingReader
        do {
            reader = try RecordingReader(paths: [path])
        } catch {
            #expect(!error.message.isEmpty)
            return
        }
        var faults = reader.damage.count
        for store in reader.stores {
            for seq in store.firstSeq...store.lastSeq where (try? reader.state(at: seq, of: store.id)) == nil {
                faults += 1
            }
            faults += reader.gaps(of: store.id).count
            if store.transitions != (try reader.transitions(0...store.lastSeq, of: store.id)).count { faults += 1 }
        }
        #expect(faults > 0 || Self.harmless.contains(String(name)))
    }
}
