import Foundation
import RecordingTesting
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeTree
import WireTesting

@testable import StrobeServer

/// A recording in a file of its own.
final class Tape: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString).jsonl").path()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The start time of recordings in tests, in microseconds since 1970.
    static let start: Int64 = 1_790_000_000_000_000

    /// Writes lines after a header.
    func write(_ header: RecordingHeader, _ lines: [RecordingLine], end: String? = "stopped") throws {
        let writer = try RecordingWriter(path: path, header: header)
        writer.write(lines)
        if let end { writer.close(reason: end) }
    }

    /// A header with one store whose state is given as JSON.
    static func header(_ state: Value?, store: String = "shop", process: String = "test") -> RecordingHeader {
        RecordingHeader(
            id: UUID().uuidString, startMicros: start, process: .init(pid: 7, name: process),
            recorder: .init(name: "test", version: "1", place: "headless"), redaction: [],
            stores: [
                RecordedStore(
                    id: store, name: store, kind: "reducer", stateType: "Counter", actionType: "Step", seq: 0,
                    state: state, replay: true)
            ])
    }

    /// A transition that sets the member `n` to its seq.
    static func step(
        _ seq: Int, store: String = "shop", fromSeq: Int? = nil, changes isKnown: Bool = true
    ) -> RecordingLine {
        .transition(
            RecordedTransition(
                store: store, seq: seq, t: Int64(seq) * 1_000, action: ["add": .int(1)], label: ".add(1)",
                origin: "app",
                changes: isKnown
                    ? [
                        Change(
                            .replace, Path(["n"]), value: .int(Int64(seq)), old: .int(Int64((fromSeq ?? seq - 1))))
                    ] : nil, fromSeq: fromSeq))
    }

    /// A client of the recording.
    func open() async throws -> (Playback, DebugClient) {
        let playback = Playback(try RecordingReader(paths: [path]))
        let client = DebugClient(connection: TappedConnection.tapping(playback.connect()))
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        return (playback, client)
    }
}

extension DebugClient {
    /// The raw answer to a request, including errors.
    func outcome(_ request: some Request) async throws -> Value {
        do {
            return try await self.request(method: type(of: request).method, params: .object(try request.params()))
        } catch let error as ClientError {
            guard let refusal = error.serverError else { throw error }
            return ["error": .string(refusal.code.kind), "message": .string(refusal.message)]
        }
    }
}
