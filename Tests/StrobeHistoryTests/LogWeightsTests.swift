import Foundation
import Strobe
import StrobeTree
import Testing

@testable import StrobeHistory

@Suite("Weights of the log")
struct LogWeightsTests {
    private func info(_ seq: Int) -> TransitionInfo {
        TransitionInfo(seq: seq, origin: .app, cause: nil, source: nil, timing: nil)
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
                    // New each time: the chunk that is last as it looks is the one at issue.
                    var weights = LogWeights()
                    weights.update(log, footprint) { _, _ in 0 }
                    guard weights.tail.count <= LogLayout.entriesPerChunk else {
                        Issue.record("a chunk of \(weights.tail.count) entries")
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
        append(LogLayout.entriesPerChunk + 1)
        #expect(first != nil && log.spareBytes == 0)
        log.drop(before: LogLayout.entriesPerChunk)
        #expect(first == nil && log.spareBytes > 0)
        append(2 * LogLayout.entriesPerChunk)
        #expect(log.spareBytes == 0)
        let seqs = (log.firstIndex..<log.count).compactMap { log.entry(at: $0, seq: $0 + 1)?.seq }
        #expect(seqs == Array(LogLayout.entriesPerChunk + 1...3 * LogLayout.entriesPerChunk + 1))
    }

    @Test("a chunk with effects is not used again, for its memory would be counted in none")
    func effects() {
        let log = ActionLog<Int, String, Int>()
        for seq in 1...LogLayout.entriesPerChunk + 1 {
            log.append("an action", effects: [seq], info: info(seq))
        }
        log.drop(before: LogLayout.entriesPerChunk)
        #expect(log.spareBytes == 0)
    }
}
