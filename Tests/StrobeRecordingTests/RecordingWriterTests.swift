import Foundation
import StrobeTree
import Synchronization
import Testing

@testable import StrobeRecording

@Suite("The writer of recordings")
struct RecordingWriterTests {
    let directory: TemporaryDirectory
    var sample = SampleStore()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func writer(_ options: RecordingWriter.Options = .init(), _ name: String = "a.jsonl") throws
        -> RecordingWriter
    {
        try RecordingWriter(
            path: directory.file(name), header: SampleStore.header([sample.description()]), options: options)
    }

    @Test("each batch of lines is one write, and is in the file when the call returns")
    mutating func oneWrite() throws {
        var options = RecordingWriter.Options()
        let sizes = Mutex<[Int]>([])
        let write = FileCalls.system.write
        options.calls.write = { descriptor, bytes in
            sizes.withLock { $0.append(bytes.count) }
            return write(descriptor, bytes)
        }
        let writer = try writer(options)
        var length = try directory.bytes("a.jsonl").count
        for count in 1...3 {
            writer.write((0..<count).map { _ in .transition(sample.step()) })
            let present = try directory.bytes("a.jsonl").count
            #expect(sizes.withLock { $0.last } == present - length)
            length = present
        }
        #expect(sizes.withLock(\.count) == 4)
        #expect(writer.transitions == 6)
        #expect(writer.bytes == length)
        writer.close(reason: "stopped")
        #expect(try directory.lines("a.jsonl").last?.contains(#""reason":"stopped","transitions":6"#) == true)
        writer.write(.transition(sample.step()))
        #expect(try directory.lines("a.jsonl").count == 8)
    }

    @Test("only the owner may read the file, and one that is there is not overwritten unless that is wanted")
    func permissions() throws {
        let writer = try writer()
        let mode = try FileManager.default.attributesOfItem(atPath: directory.file("a.jsonl"))[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        writer.close()
        let error = #expect(throws: RecordingError.self) { try self.writer() }
        #expect(error?.code == .cannotWrite)
        #expect(error?.message.contains("already exists") == true)
        try self.writer(.init(replacesFile: true)).close(reason: "again")
        #expect(try directory.lines("a.jsonl").count == 2)
        #expect(throws: RecordingError.self) { try self.writer(.init(), "missing/a.jsonl") }
        #expect(throws: RecordingError.self) {
            try RecordingWriter(
                path: directory.path, header: SampleStore.header([]), options: .init(replacesFile: true))
        }
    }

    @Test("writes that are interrupted or cut short are completed")
    mutating func shortWrites() throws {
        var options = RecordingWriter.Options()
        let turn = Mutex(0)
        let write = FileCalls.system.write
        options.calls.write = { descriptor, bytes in
            let turn = turn.withLock { turn in
                turn += 1
                return turn
            }
            if turn % 3 == 0 { return (-1, EINTR) }
            return write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(7)))
        }
        let writer = try writer(options)
        for _ in 0..<5 { writer.write(.transition(sample.step())) }
        writer.close()
        let reader = try RecordingReader(paths: [directory.file("a.jsonl")])
        #expect(reader.damage.isEmpty)
        #expect(try reader.state(at: 5, of: "shop") == sample.state)
    }

    @Test("a full disk is reported once, leaves whole lines, and when there is space again a gap says what is missing")
    mutating func fullDisk() throws {
        var options = RecordingWriter.Options()
        let failures = Mutex<[RecordingError]>([])
        let isFull = Mutex(false)
        let write = FileCalls.system.write
        options.onFailure = { failure in failures.withLock { $0.append(failure) } }
        options.calls.write = { descriptor, bytes in
            guard isFull.withLock({ $0 }) else { return write(descriptor, bytes) }
            // Part of it still fits, as on a real disk.
            let part = bytes.prefix(20)
            return bytes.count > 20 ? write(descriptor, UnsafeRawBufferPointer(rebasing: part)) : (-1, ENOSPC)
        }
        let writer = try writer(options)
        writer.write(.transition(sample.step()))
        let before = try directory.bytes("a.jsonl")
        isFull.withLock { $0 = true }
        for _ in 0..<3 { writer.write([.transition(sample.step()), .transition(sample.step())]) }
        #expect(failures.withLock(\.count) == 1)
        #expect(writer.failure?.message.contains("disk is full") == true)
        #expect(writer.lostLines == 6)
        #expect(try directory.bytes("a.jsonl").starts(with: before))
        isFull.withLock { $0 = false }
        writer.write(.transition(sample.step()))
        #expect(writer.failure == nil)
        #expect(writer.wantsKeyframe(of: "shop"))
        writer.write(.keyframe(.init(store: "shop", seq: sample.seq, t: 80, state: sample.state)))
        #expect(!writer.wantsKeyframe(of: "shop"))
        writer.write(.transition(sample.step()))
        writer.close()

        let reader = try RecordingReader(paths: [directory.file("a.jsonl")])
        #expect(reader.damage.isEmpty)
        let gap = try #require(reader.gaps(of: "shop").first)
        #expect(reader.gaps(of: "shop").count == 1)
        #expect(gap.fromSeq == 2 && gap.toSeq == 7)
        #expect(gap.reason.contains("disk is full"))
        #expect(try reader.state(at: 1, of: "shop") == sample.states[1])
        #expect(throws: RecordingError.self) { try reader.state(at: 4, of: "shop") }
        #expect(try reader.state(at: 9, of: "shop") == sample.states[9])
    }

    @Test("part of a line that cannot be cut off is one damaged line, and the next lines are whole")
    mutating func tornLine() throws {
        var options = RecordingWriter.Options()
        let isFull = Mutex(false)
        let write = FileCalls.system.write
        options.calls.truncate = { _, _ in EIO }
        options.calls.write = { descriptor, bytes in
            guard isFull.withLock({ $0 }) else { return write(descriptor, bytes) }
            return bytes.count > 20
                ? write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count - 20))) : (-1, ENOSPC)
        }
        let writer = try writer(options)
        writer.write(.transition(sample.step()))
        isFull.withLock { $0 = true }
        writer.write(.transition(sample.step()))
        isFull.withLock { $0 = false }
        writer.write(.transition(sample.step()))
        writer.close()
        let reader = try RecordingReader(paths: [directory.file("a.jsonl")])
        #expect(reader.damage.count == 1)
        #expect(reader.damage.first?.line == 3)
        #expect(try reader.transition(3, of: "shop").label == ".step(3)")
        #expect(reader.gaps(of: "shop").map(\.fromSeq) == [2])
    }

    @Test("a store that came while the disk was full is in the file afterwards")
    mutating func storeWhileFull() throws {
        var options = RecordingWriter.Options()
        let isFull = Mutex(true)
        let write = FileCalls.system.write
        let opened = Mutex(false)
        options.calls.write = { descriptor, bytes in
            let isHeader = opened.withLock { opened in
                defer { opened = true }
                return !opened
            }
            return isHeader || !isFull.withLock({ $0 }) ? write(descriptor, bytes) : (-1, ENOSPC)
        }
        let writer = try writer(options)
        let other = SampleStore(id: "other")
        writer.write(.store(.init(t: 1, store: other.description())))
        isFull.withLock { $0 = false }
        writer.write(.note(.init(t: 2, text: "room again")))
        #expect(writer.wantsKeyframe(of: "other"))
        writer.write(.keyframe(.init(store: "other", seq: 0, t: 3, state: other.state)))
        writer.close()
        let reader = try RecordingReader(paths: [directory.file("a.jsonl")])
        #expect(reader.stores.map(\.id) == ["shop", "other"])
        #expect(try reader.state(at: 0, of: "other") == other.state)
    }

    @Test("keyframes are wanted about when the transitions since the last weigh as much as it")
    mutating func keyframes() throws {
        let writer = try writer()
        var bytes = 0
        while !writer.wantsKeyframe(of: "shop") {
            let before = writer.bytes
            writer.write(.transition(sample.step()))
            bytes += writer.bytes - before
        }
        #expect((64 << 10...65 << 10).contains(bytes))
        let large = Value.string(String(repeating: "x", count: 100_000))
        writer.write(.keyframe(.init(store: "shop", seq: sample.seq, t: 0, state: large)))
        bytes = 0
        while !writer.wantsKeyframe(of: "shop") {
            let before = writer.bytes
            writer.write(.transition(sample.step()))
            bytes += writer.bytes - before
        }
        #expect((100_000...102_000).contains(bytes))
        writer.close()
    }

    @Test("a recording goes on in further files, each with the states it begins with, compressed when finished")
    mutating func parts() throws {
        let writer = try writer(.init(partBytes: 4_000))
        while writer.transitions < 300 {
            writer.write(.transition(sample.step()))
            if writer.wantsPart { writer.beginPart(stores: [sample.description()]) }
        }
        writer.close()
        let names = directory.names
        #expect(names.count > 4)
        #expect(names.contains("a.jsonl.gz") && names.contains("a.2.jsonl.gz") && !names.contains("a.jsonl"))
        for opened in [["a.jsonl.gz"], ["a.3.jsonl.gz"], names] {
            let reader = try RecordingReader(paths: opened.map(directory.file))
            #expect(reader.damage.isEmpty)
            #expect(reader.recordings.count == 1)
            #expect(reader.recordings[0].paths.count == names.count)
            #expect(reader.isComplete)
            #expect(reader.gaps(of: "shop").isEmpty)
            for seq in stride(from: 0, through: 300, by: 7) {
                #expect(try reader.state(at: seq, of: "shop") == sample.states[seq])
            }
        }
    }

    @Test("of a ring of files the newest are kept, and open without what was removed")
    mutating func ring() throws {
        for compresses in [false, true] {
            let writer = try writer(
                .init(partBytes: 4_000, partsKept: 3, compressesParts: compresses), "ring-\(compresses).jsonl")
            let before = sample.seq
            while writer.transitions < 300 {
                writer.write(.transition(sample.step()))
                if writer.wantsPart { writer.beginPart(stores: [sample.description()]) }
            }
            writer.close()
            let names = directory.names.filter { $0.hasPrefix("ring-\(compresses)") }
            #expect(names.count == 3)
            let reader = try RecordingReader(paths: [writer.currentPath])
            let store = try reader.store("shop")
            #expect(reader.recordings[0].paths.count == 3)
            #expect(store.firstSeq > before && store.lastSeq == sample.seq)
            #expect(try reader.state(at: store.firstSeq, of: "shop") == sample.states[store.firstSeq])
            #expect(try reader.state(at: store.lastSeq, of: "shop") == sample.state)
        }
    }

    @Test("a late follower of a ring continues where it still exists")
    mutating func lateFollower() throws {
        let writer = try writer(.init(partBytes: 2_000, partsKept: 2, compressesParts: false))
        let reader = try RecordingReader(paths: [writer.path])
        while writer.transitions < 200 {
            writer.write(.transition(sample.step()))
            if writer.wantsPart { writer.beginPart(stores: [sample.description()]) }
        }
        writer.close()
        _ = try reader.refresh()
        #expect(reader.isComplete)
        #expect(try reader.state(at: 200, of: "shop") == sample.state)
        #expect(reader.gaps(of: "shop").count == 1)
    }

    @Test("of a line that no reader would take, what fits is written")
    mutating func longLines() throws {
        let writer = try writer()
        let long = Value.string(String(repeating: "x", count: 65 << 20))
        var transition = sample.step()
        transition.changes = [Change(.replace, Path(["count"]), value: long)]
        writer.write(.transition(transition))
        #expect(writer.wantsKeyframe(of: "shop"))
        writer.write(.keyframe(.init(store: "shop", seq: 1, t: 1, state: long)))
        #expect(!writer.wantsKeyframe(of: "shop"))
        transition = sample.step()
        transition.action = long
        writer.write(.transition(transition))
        writer.write(.keyframe(.init(store: "shop", seq: 2, t: 1, state: sample.state)))
        writer.close()
        let reader = try RecordingReader(paths: [writer.path])
        #expect(reader.damage.isEmpty)
        #expect(try reader.transitions(1...2, of: "shop").map(\.label) == [".step(1)", ".step(2)"])
        #expect(!reader.isKnown(1, of: "shop"))
        #expect(try reader.state(at: 2, of: "shop") == sample.state)
        #expect(writer.lostLines == 1)
    }

    @Test("where the next file cannot be made, the recording goes on in the present one")
    mutating func noNextPart() throws {
        var options = RecordingWriter.Options(partBytes: 1_000)
        let failures = Mutex(0)
        options.onFailure = { _ in failures.withLock { $0 += 1 } }
        let open = FileCalls.system.open
        options.calls.open = { path, flags, mode in
            path.hasSuffix(".2.jsonl") ? (-1, EACCES) : open(path, flags, mode)
        }
        let writer = try writer(options)
        for _ in 0..<20 {
            writer.write(.transition(sample.step()))
            if writer.wantsPart { writer.beginPart(stores: [sample.description()]) }
        }
        writer.close()
        #expect(failures.withLock { $0 } >= 1)
        #expect(directory.names == ["a.jsonl"])
        let reader = try RecordingReader(paths: [directory.file("a.jsonl")])
        #expect(try reader.state(at: 20, of: "shop") == sample.state)
        #expect(reader.gaps(of: "shop").isEmpty)
    }

    @Test("lines of many threads are whole in the file")
    func threads() async throws {
        let writer = try writer()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for turn in 0..<200 { writer.write(.note(.init(t: Int64(turn), text: "\(thread) \(turn)"))) }
                }
            }
        }
        writer.close()
        let reader = try RecordingReader(paths: [directory.file("a.jsonl")])
        #expect(reader.damage.isEmpty)
        #expect(Set(reader.notes(of: nil).map(\.text)).count == 1_600)
    }
}
