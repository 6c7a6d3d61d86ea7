import Foundation
import SeededTesting
import StrobeRecording
import Testing

/// Programs at full speed take all that a machine has, which other tests need beside them: by itself a run kills a few, and
/// as many as the environment's `STROBE_CRASHES` says when that is all that it does.
@Suite("Recordings of processes that were killed", .serialized, .timeLimit(.minutes(10)))
struct CrashTests {
    /// How many programs are killed in each way of recording.
    private static let moments = ProcessInfo.processInfo.environment["STROBE_CRASHES"].flatMap { Int($0) } ?? 4

    /// What is looked at after a kill.
    private struct Outcome: Sendable {
        var moment: Int
        /// How many dispatches had returned.
        var count: Int
        var lastSeq: Int
        var problems: [String]
    }

    @Test("a program that is killed leaves a recording that lacks at most what was being written")
    func synchronous() async throws {
        for outcome in try await kill("synchronous", moments: Self.moments, seed: 1) {
            #expect(outcome.problems.isEmpty, "moment \(outcome.moment)")
            // The last dispatch had not returned, or its number was not told yet.
            #expect((0...1).contains(outcome.lastSeq - outcome.count), "moment \(outcome.moment)")
        }
    }

    @Test("a program that is killed while it is recorded from behind leaves a recording that says what it lacks")
    func behind() async throws {
        for outcome in try await kill("behind", moments: Self.moments, seed: 2) {
            #expect(outcome.problems.isEmpty, "moment \(outcome.moment)")
            #expect(outcome.lastSeq <= outcome.count + 1, "moment \(outcome.moment)")
        }
    }

    /// Kills programs, a few at a time, each at a moment of its own.
    private func kill(_ way: String, moments: Int, seed: UInt64) async throws -> [Outcome] {
        var generator = SeededGenerator(seed: seed)
        let delays = (0..<moments).map { _ in Int.random(in: 0..<300_000, using: &generator) }
        return try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for moment in 0..<moments {
                if moment >= 2, let outcome = try await group.next() { outcomes.append(outcome) }
                group.addTask { try await kill(way, moment: moment, afterMicros: delays[moment]) }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    private func kill(_ way: String, moment: Int, afterMicros delay: Int) async throws -> Outcome {
        let directory = NSTemporaryDirectory() + "strobe-crash-\(UUID().uuidString)"
        let countFile = directory + ".count"
        defer {
            try? FileManager.default.removeItem(atPath: directory)
            try? FileManager.default.removeItem(atPath: countFile)
        }
        let run = try ProgramRun(Executables.recordingFixture, [directory, way, countFile])
        defer { run.kill() }
        let deadline = ContinuousClock.now + .seconds(60)
        while Self.count(in: countFile) == 0 {
            guard ContinuousClock.now < deadline else {
                throw ProgramRun.Failure(description: "the program did not begin")
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        // Any moment will do: what is expected holds for each.
        try await Task.sleep(for: .microseconds(delay))
        run.kill()
        _ = try await run.outcome()
        return try outcome(of: directory, moment: moment, count: Self.count(in: countFile))
    }

    private static func count(in file: String) -> Int {
        guard let data = FileManager.default.contents(atPath: file), data.count == 8 else { return 0 }
        return Int(data.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
    }

    private func outcome(of directory: String, moment: Int, count: Int) throws -> Outcome {
        // What was being compressed is there as it was before, too.
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { !$0.hasSuffix(".tmp") }
            .sorted()
        let reader = try RecordingReader(paths: names.map { "\(directory)/\($0)" })
        var problems: [String] = []
        if reader.isComplete { problems.append("it has an end") }
        // Only the last line of the last file can be torn.
        if reader.damage.count > 1 { problems.append("damage: \(reader.damage.map(\.message))") }
        guard let store = reader.stores.first else {
            return Outcome(moment: moment, count: count, lastSeq: 0, problems: problems)
        }
        let seqs = try Set(
            reader.transitions(store.firstSeq + 1...max(store.firstSeq + 1, store.lastSeq), of: store.id)
                .map(\.seq))
        let gaps = reader.gaps(of: store.id)
        let missing = (store.firstSeq + 1..<max(store.firstSeq + 1, store.lastSeq + 1)).filter { seq in
            !seqs.contains(seq) && !gaps.contains { $0.fromSeq <= seq && seq <= $0.toSeq }
        }
        if !missing.isEmpty { problems.append("missing without a word: \(missing.prefix(5))") }
        do {
            _ = try reader.state(at: store.firstSeq, of: store.id)
        } catch {
            problems.append("the first state: \(error.message)")
        }
        return Outcome(moment: moment, count: count, lastSeq: store.lastSeq, problems: problems)
    }
}
