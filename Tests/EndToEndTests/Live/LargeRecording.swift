import Foundation
import StrobeRecording
import StrobeTree
import TerminalTesting

/// `strobe web` for a recording that a test writes.
enum LargeRecording {
    /// Writes a recording of the store `shop`, and opens it.
    ///
    /// - Parameters:
    ///   - count: How many transitions it has; each adds 1 to `n`.
    ///   - state: The state that it begins with.
    ///   - hasKeyframes: Whether states are written as recorders do; else the first one is the only one.
    ///   - label: The label of each transition.
    ///   - action: The action of each transition.
    ///   - others: Other changes of each transition.
    ///   - opensFolder: Whether `strobe web` gets the folder, and not the file.
    static func with(
        count: Int, state: Value = ["n": 0], hasKeyframes: Bool = true, label: String = ".tick",
        action: (Int) -> Value = { _ in "tick" }, others: [Change] = [], opensFolder: Bool = false,
        use: (String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "large.jsonl").path()
        let header = RecordingHeader(
            id: "00000000-0000-4000-8000-000000000000", startMicros: 1_790_000_000_000_000,
            process: .init(pid: 7, name: "shop"), recorder: .init(name: "test", version: "1", place: "process"),
            redaction: [],
            stores: [
                RecordedStore(
                    id: "shop", name: "shop", kind: "reducer", stateType: "Shop", actionType: "Step", seq: 0,
                    state: state, replay: true)
            ])
        let writer = try RecordingWriter(path: file, header: header)
        for seq in 0..<count {
            let (old, new) = (Value.int(Int64(seq)), Value.int(Int64(seq + 1)))
            writer.write(
                .transition(
                    RecordedTransition(
                        store: "shop", seq: seq + 1, t: Int64(seq) * 100, action: action(seq), label: label,
                        origin: "app", changes: [Change(.replace, Path(["n"]), value: new, old: old)] + others)))
            if hasKeyframes, writer.wantsKeyframe(of: "shop") {
                writer.write(
                    .keyframe(RecordedKeyframe(store: "shop", seq: seq + 1, t: Int64(seq) * 100, state: ["n": new])))
            }
        }
        writer.close(reason: "stopped")
        let run = try ProgramRun(Executables.strobe, ["web", opensFolder ? folder.path() : file])
        defer { run.kill() }
        let link = try await run.waitForOutput { $0.contains("\n") }.prefix { $0 != "\n" }
        try await use(String(link))
    }
}
