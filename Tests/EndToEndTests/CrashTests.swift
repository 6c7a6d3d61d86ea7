import Foundation
import SeededTesting
import StrobeRecording
import TerminalTesting
import Testing

/// Flight recorders, external recorders and recorded programs, each killed at some moment.
///
/// Programs at full speed use the whole machine, which other tests need as well: by default only a few are killed, or
/// as many as the environment's `STROBE_CRASHES` says.
@Suite("Recordings of processes that were killed", .serialized, .timeLimit(.minutes(10)))
struct CrashTests {
    /// The number of programs killed for each kind of recording.
    private static let moments = ProcessInfo.processInfo.environment["STROBE_CRASHES"].flatMap { Int($0) } ?? 4

    /// The result of one kill.
    private struct Outcome: Sendable {
        var moment: Int
        /// The number of dispatches that had returned.
        var count: Int
        var lastSeq: Int
        /// Whether the recording has an end line.
        var isComplete: Bool
        var damage: Int
        var problems: [String]
    }

    @Test("a program that is killed leaves a recording that lacks at most what was being written")
    func synchronous() async throws {
        for outcome in try await kill("synchronous", moments: Self.moments, seed: 1) {
            #expect(outcome.problems.isEmpty, "moment \(outcome.moment)")
            // The last dispatch had not returned, or its number was not yet printed.
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

    @Test(
        "`strobe record` that is killed leaves a file that has all that was written, and opens to its last whole line")
    func recorder() async throws {
        let outcomes = try await eachMoment(Self.moments, seed: 3) { moment, delay in
            try await record(moment: moment, afterMicros: delay) { recorder, _ in recorder.kill() }
        }
        for outcome in outcomes {
            #expect(outcome.problems.isEmpty, "moment \(outcome.moment)")
            #expect(!outcome.isComplete, "moment \(outcome.moment)")
            #expect(outcome.lastSeq <= outcome.count + 1, "moment \(outcome.moment)")
        }
    }

    @Test("`strobe record` of a program that is killed ends its file well, and says that the program is gone")
    func recorded() async throws {
        let outcomes = try await eachMoment(Self.moments, seed: 4) { moment, delay in
            try await record(moment: moment, afterMicros: delay) { recorder, program in
                program.kill()
                let ended = try await recorder.outcome()
                guard ended.status == 2 else {
                    throw ProgramRun.Failure(description: "the recorder ended with \(ended.status): \(ended.errors)")
                }
            }
        }
        for outcome in outcomes {
            #expect(outcome.problems.isEmpty, "moment \(outcome.moment)")
            #expect(outcome.isComplete && outcome.damage == 0, "moment \(outcome.moment)")
            #expect(outcome.lastSeq <= outcome.count + 1, "moment \(outcome.moment)")
        }
    }

    /// Kills programs, a few at a time, each at a moment of its own.
    private func kill(_ way: String, moments: Int, seed: UInt64) async throws -> [Outcome] {
        try await eachMoment(moments, seed: seed) { try await kill(way, moment: $0, afterMicros: $1) }
    }

    private func eachMoment(
        _ moments: Int, seed: UInt64,
        _ kill: @escaping @Sendable (_ moment: Int, _ afterMicros: Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        var generator = SeededGenerator(seed: seed)
        let delays = (0..<moments).map { _ in Int.random(in: 0..<300_000, using: &generator) }
        return try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for moment in 0..<moments {
                if moment >= 2, let outcome = try await group.next() { outcomes.append(outcome) }
                group.addTask { try await kill(moment, delays[moment]) }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    /// Has one process record another that runs at full speed, and kills one of them.
    private func record(
        moment: Int, afterMicros delay: Int,
        _ kill: (_ recorder: ProgramRun, _ program: ProgramRun) async throws -> Void
    ) async throws -> Outcome {
        // Short, because the path of a socket is limited to some hundred bytes.
        let directory = "/tmp/strobe-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (socket, countFile, file) = ("\(directory)/s", "\(directory)/count", "\(directory)/a.jsonl")
        let program = try ProgramRun(Executables.recordingFixture, [socket, "served", countFile])
        defer { program.kill() }
        try await waitForCount(in: countFile)
        let recorder = try ProgramRun(
            Executables.strobe, ["record", "-o", file, socket], environment: ["NO_COLOR": ""])
        defer { recorder.kill() }
        try await recorder.waitForErrors { $0.contains("● recording") }
        // Any moment is valid: the expectations hold for each.
        try await Task.sleep(for: .microseconds(delay))
        let before = FileManager.default.contents(atPath: file) ?? Data()
        try await kill(recorder, program)
        _ = try await recorder.outcome()
        program.kill()
        _ = try await program.outcome()
        var outcome = try outcome(ofFiles: [file], moment: moment, count: Self.count(in: countFile))
        let after = FileManager.default.contents(atPath: file) ?? Data()
        if !after.starts(with: before) { outcome.problems.append("what was written before is gone") }
        return outcome
    }

    private func waitForCount(in file: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while Self.count(in: file) == 0 {
            guard ContinuousClock.now < deadline else {
                throw ProgramRun.Failure(description: "the program did not begin")
            }
            try await Task.sleep(for: .milliseconds(1))
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
        try await waitForCount(in: countFile)
        // Any moment is valid: the expectations hold for each.
        try await Task.sleep(for: .microseconds(delay))
        run.kill()
        _ = try await run.outcome()
        // A file being compressed still exists uncompressed.
        let names = try FileManager.default.subpathsOfDirectory(atPath: directory).filter {
            $0.hasSuffix(".jsonl") || $0.hasSuffix(".jsonl.gz")
        }.sorted()
        var outcome = try outcome(
            ofFiles: names.map { "\(directory)/\($0)" }, moment: moment, count: Self.count(in: countFile))
        if outcome.isComplete { outcome.problems.append("it has an end") }
        return outcome
    }

    private static func count(in file: String) -> Int {
        guard let data = FileManager.default.contents(atPath: file), data.count == 16 else { return 0 }
        return Int(data.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
    }

    private func outcome(ofFiles paths: [String], moment: Int, count: Int) throws -> Outcome {
        let reader = try RecordingReader(paths: paths)
        var problems: [String] = []
        // Only the last line of the last file can be incomplete.
        if reader.damage.count > 1 { problems.append("damage: \(reader.damage.map(\.message))") }
        guard let store = reader.stores.first else {
            return Outcome(
                moment: moment, count: count, lastSeq: 0, isComplete: reader.isComplete, damage: reader.damage.count,
                problems: problems)
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
        return Outcome(
            moment: moment, count: count, lastSeq: store.lastSeq, isComplete: reader.isComplete,
            damage: reader.damage.count, problems: problems)
    }
}
