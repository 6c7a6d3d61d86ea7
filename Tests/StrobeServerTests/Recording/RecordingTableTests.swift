import Foundation
import Strobe
import StrobeRecording
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("Flight recorders in a table", .timeLimit(.minutes(5)))
struct RecordingTableTests {
    private let folder = RecordingFolder()

    /// A clock that is moved by hand, at a quarter of a second before midnight.
    private final class Clock: Sendable {
        private let micros = Mutex<Int64>(1_795_737_599_750_000)
        var now: Int64 { micros.withLock { $0 } }
        func advance(by seconds: Int64) { micros.withLock { $0 += seconds * 1_000_000 } }
    }

    private func recorder(_ clock: Clock, synchronous: Bool, parts: Int = 8) throws -> FlightRecorder {
        var options = FlightRecorder.Options(
            parts: parts, compresses: false, synchronous: synchronous, name: "shop", version: "1.4.2", host: "web-1")
        options.nowMicros = { clock.now }
        return try folder.recorder(options)
    }

    /// Waits until something is written.
    private func wait(for seq: Int) async throws {
        try await within { [folder] in
            while (try? folder.open().store("shop").lastSeq) != seq { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test(
        "at midnight UTC the recording continues in the folder of the next day, also after days without an action",
        arguments: [false, true])
    func midnight(synchronous: Bool) async throws {
        let clock = Clock()
        let recorder = try recorder(clock, synchronous: synchronous)
        let store = makeShop()
        recorder.add(store, id: "shop")
        store.dispatch(.increment(by: 1))
        try await wait(for: 1)
        clock.advance(by: 1)
        store.dispatch(.increment(by: 10))
        try await wait(for: 2)
        clock.advance(by: 3 * 86_400)
        store.dispatch(.increment(by: 100))
        await recorder.stop()

        let files = folder.files
        let days = files.map { String($0.prefix(14)) }
        // One that reads the log from behind may have begun to read just before midnight.
        let mayLack = synchronous ? [] : ["day=2026-11-27"]
        let expected = ["day=2026-11-26", "day=2026-11-27", "day=2026-11-30"]
        #expect(days == expected || days == expected.filter { !mayLack.contains($0) })
        #expect(files.allSatisfy { $0.dropFirst(14).hasPrefix("/program=shop/host=web-1/instance=") })
        for (file, count) in zip(files, [1, 11, 111]) {
            // Each is readable by itself, and leads to those of other days.
            let reader = try RecordingReader(paths: ["\(folder.path)/\(file)"])
            #expect(reader.recordings.first?.paths.count == files.count)
            guard synchronous else { continue }
            let text = try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)
            #expect(text.split(separator: "\n").count { $0.hasPrefix("{\"kind\":\"transition\"") } == 1)
            let seq = "\(count)".count
            #expect(try reader.state(at: seq, of: "shop").value(at: Path(["count"])) == .int(Int64(count)))
        }
        let reader = try folder.open()
        #expect(reader.isComplete && reader.recordings.count == 1)
        let process = try #require(reader.recordings.first?.header.process)
        #expect(process.version == "1.4.2" && process.host == "web-1")
        try reader.check("shop", seqs: 1...3, state: store.state)
    }

    @Test("the ring removes the files of earlier days, and their folders once they are empty")
    func ring() async throws {
        let clock = Clock()
        let recorder = try recorder(clock, synchronous: true, parts: 2)
        let store = makeShop()
        recorder.add(store, id: "shop")
        for _ in 0..<5 {
            store.dispatch(.increment(by: 1))
            clock.advance(by: 86_400)
        }
        await recorder.stop()
        let days = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(days == ["day=2026-11-29", "day=2026-11-30"])
        #expect(try folder.open().state(at: 5, of: "shop").value(at: Path(["count"])) == 5)
    }

    @Test("a day's folder that cannot be made does not end the recording, and the next try makes it")
    func refused() async throws {
        let clock = Clock()
        let recorder = try recorder(clock, synchronous: true)
        let store = makeShop()
        recorder.add(store, id: "shop")
        let obstacle = "\(folder.path)/day=2026-11-27"
        try Data().write(to: URL(filePath: obstacle))
        clock.advance(by: 1)
        store.dispatch(.increment(by: 1))
        try FileManager.default.removeItem(atPath: obstacle)
        clock.advance(by: 60)
        store.dispatch(.increment(by: 1))
        await recorder.stop()
        // How often it is tried depends on the machine's clock as well, so the second day may have no file.
        #expect(folder.files.first?.hasPrefix("day=2026-11-26/") == true)
        try folder.open().check("shop", seqs: 1...2, state: store.state)
    }

    @Test("of earlier runs the last few are kept, those that still write, and what the process did not write")
    func oldRuns() async throws {
        let dead = Int32.max
        func file(_ day: Int, _ instance: String, program: String = "shop", host: String = "here", _ name: String)
            -> String
        {
            "day=2026-01-0\(day)/program=\(program)/host=\(host)/instance=\(instance)/\(name)"
        }
        let old = (1...4).map { file($0, "2026010\($0)T000000Z-\(dead)", "a.jsonl") }
        let others = [
            file(1, "20260101T000000Z-1", "a.jsonl"), file(1, "20260101T000001Z-2", "b-outside.jsonl"),
            file(1, "20260101T000000Z", "a.jsonl"),
            file(1, "20260101T000000Z-\(dead)", program: "other", "a.jsonl"),
            file(1, "20260101T000000Z-\(dead)", host: "there", "a.jsonl"), file(1, "1-\(dead)", "a.jsonl"), "notes.txt",
        ]
        // It went on for a day, and was killed while it compressed a file.
        let parts = [
            file(2, "20260101T000000Z-\(dead)", "a.2.jsonl.gz"), file(2, "20260101T000000Z-\(dead)", "a.3.jsonl"),
            file(2, "20260101T000000Z-\(dead)", "a.3.jsonl.gz.tmp"),
        ]
        for name in old + parts + others {
            let url = URL(filePath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        let writer = open("\(folder.path)/\(others[0])", O_RDWR)
        defer { close(writer) }
        #expect(flock(writer, LOCK_EX) == 0)
        // Of somebody else, who wants others to remove files that are elsewhere.
        let elsewhere = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: elsewhere) }
        try Data().write(to: elsewhere.appending(path: "c.jsonl"))
        let link = "\(folder.path)/day=2026-01-01/program=shop/host=here/instance=20260101T000002Z-3"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere.path)
        let recorder = try folder.recorder(.init(runs: 2, name: "shop", host: "here"))
        #expect(FileManager.default.fileExists(atPath: "\(link)/c.jsonl"))
        unlink(link)
        let present = String(recorder.currentFile.dropFirst(folder.path.count + 1))
        #expect(folder.files == (others + old.suffix(2) + [present]).sorted())
        // Folders that are empty since are gone, and no others.
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(!left.contains { $0.hasSuffix("20260101T000000Z-\(dead)") && $0.contains("shop/host=here") })
        #expect(left.contains("day=2026-01-01/program=other/host=here/instance=20260101T000000Z-\(dead)"))
        await recorder.stop()
    }

    @Test("how long reducers take is recorded if the program measures it", arguments: [false, true])
    func measured(measures: Bool) async throws {
        var options = FlightRecorder.Options(synchronous: true)
        options.history.measures = measures
        let recorder = try folder.recorder(options)
        let store = makeShop()
        recorder.add(store, id: "shop")
        store.dispatch(.increment(by: 1))
        await recorder.stop()
        #expect(try (folder.open().transition(1, of: "shop").durationNanos != nil) == measures)
    }

    @Test("no name of a program or a machine leads out of the directory")
    func hostile() async throws {
        let names = [
            "../../x", "..", "/etc/passwd", "a=b/day=2020-01-01", "x\u{0}y", "\n", String(repeating: "ä", count: 5_000),
        ]
        for name in names {
            let inner = RecordingFolder()
            let recorder = try inner.recorder(.init(name: name, host: name))
            await recorder.stop()
            let file = try #require(inner.files.first)
            #expect(inner.files.count == 1 && file.split(separator: "/").count == 5, "\(file)")
            #expect(try inner.open().recordings.first?.header.process.name == name)
        }
    }
}
