import Foundation
import Strobe
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeHistory

@Suite("Sizes of the log")
struct LogSizesTests {
    private func info(_ seq: Int, source: CallSite? = nil) -> TransitionInfo {
        TransitionInfo(seq: seq, origin: .app, cause: nil, source: source, timing: nil)
    }

    @Test("no chunk is taken for longer than it is while the log grows")
    func growth() async {
        let log = ActionLog<Int, Int, Int>()
        let total = 1_000_000
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for seq in 1...total {
                    log.append(seq, effects: [], info: info(seq))
                }
            }
            group.addTask {
                let footprint = Footprint()
                while log.count < total {
                    // New each time: it must measure a chunk that is currently the last one.
                    var sizes = LogSizes()
                    sizes.update(log, footprint) { _, _ in 0 }
                    guard sizes.tail.count <= log.entriesPerChunk else {
                        Issue.record("a chunk of \(sizes.tail.count) entries")
                        return
                    }
                    log.drop(before: log.count)
                }
            }
        }
    }

    @Test("a chunk that is dropped is used again, and what it held is gone")
    func recycling() {
        final class Witness: Sendable {}
        let log = ActionLog<Int, Witness, Int>()
        weak var first: Witness?
        func append(_ count: Int) {
            for _ in 0..<count {
                let witness = Witness()
                if log.count == 0 { first = witness }
                log.append(witness, effects: [], info: info(log.count + 1))
            }
        }
        append(log.entriesPerChunk + 1)
        #expect(first != nil && log.spareBytes == 0)
        log.drop(before: log.entriesPerChunk)
        #expect(first == nil && log.spareBytes > 0)
        append(2 * log.entriesPerChunk)
        #expect(log.spareBytes == 0)
        let seqs = (log.firstIndex..<log.count).compactMap { log.entry(at: $0, seq: $0 + 1)?.seq }
        #expect(seqs == Array(log.entriesPerChunk + 1...3 * log.entriesPerChunk + 1))
    }

    @Test("a reused chunk has released effects, sources and reasons")
    func extras() {
        final class Witness: Sendable {}
        let log = ActionLog<Int, String, Witness>()
        weak var first: Witness?
        func append(_ count: Int, extras: Bool) {
            for _ in 0..<count {
                let witness = Witness()
                if log.count == 0 { first = witness }
                let source = extras ? CallSite(file: "Shop.swift", line: 7) : nil
                let info = info(log.count + 1, source: source)
                if extras, log.count % 3 == 1 {
                    log.append("an action", rejection: "closed", info: info)
                } else {
                    log.append("an action", effects: extras ? [witness] : [], info: info)
                }
            }
        }
        append(log.entriesPerChunk + 1, extras: true)
        #expect(first != nil)
        log.drop(before: log.entriesPerChunk)
        #expect(first == nil && log.spareBytes > 0)
        append(log.entriesPerChunk, extras: false)
        let last = log.entry(at: log.count - 1, seq: log.count)
        #expect(log.spareBytes == 0 && last?.effects.isEmpty == true && last?.source == nil && last?.rejection == nil)
        #expect(log.entry(at: log.entriesPerChunk, seq: log.entriesPerChunk + 1)?.source == "Shop.swift:7")
    }

    @Test(
        "one chunk takes no more than a sixteenth of what a history may hold", arguments: [1 << 20, 4 << 20, 64 << 20])
    func room(budget: Int) {
        #expect(ActionLog<Int, Int, Int>(budgetBytes: budget).chunkBytes <= budget / 16 + 8_192)
        struct Large: Sendable { let words: (Int, Int, Int, Int, Int, Int, Int, Int) }
        let log = ActionLog<Int, Large, Int>(budgetBytes: budget)
        #expect(log.chunkBytes <= budget / 16 + 8_192 && log.entriesPerChunk >= 64)
    }

    @Test("a chunk counts with its whole capacity, its entries only with their contents")
    func size() {
        let log = ActionLog<Int, Int, Int>(budgetBytes: 1 << 20)
        log.append(1, effects: [], info: info(1))
        var sizes = LogSizes()
        sizes.update(log, Footprint()) { _, _ in 0 }
        #expect(sizes.bytes == log.chunkBytes)
        #expect(sizes.tail.bytes == sizes.bytes(from: 0) && sizes.tail.bytes < 64)
    }

    @Test("the capacity for effects is counted once, however often effects are measured")
    func effects() {
        let log = ActionLog<Int, Int, Int>(budgetBytes: 1 << 20)
        var sizes = LogSizes()
        for seq in 1...256 {
            log.append(seq, effects: [seq], info: info(seq))
            sizes.update(log, Footprint()) { _, _ in 0 }
        }
        let heap = Footprint.bytes(of: [7]) - MemoryLayout<[Int]>.size
        let room = 4_096
        #expect(sizes.bytes == log.chunkBytes + room + 256 * heap)
    }
}
