import Foundation
import RecordingTesting
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree
import TerminalTesting

/// A recording of a session with the demo, in a directory of its own.
final class DemoTape: Sendable {
    let directory: URL
    /// The file.
    let path: String

    private init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "strobe-tape-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appending(path: "demo.jsonl").path()
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Records a session: a profile is loaded, a login fails, a turnstile is pushed, a currency is typed.
    static func recorded() async throws -> DemoTape {
        let tape = try DemoTape()
        let client = try await DebugClient.launch(command: Executables.servedDemo + ["--quiet", "--delay", "1"])
        var opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        let actions: [(String, Value)] = [
            ("profile", "load"), ("turnstile", "coin"), ("turnstile", "push"), ("turnstile", "push"),
            ("currency", ["inputChanged": "12.5"]), ("login", ["setUsername": "somebody"]),
        ]
        for (store, action) in actions {
            // Actions that a store does not know are not recorded.
            _ = try? await client.send(ActionDispatch(store: store, action: action))
        }
        // The backend answers without a request from here.
        while try await client.send(StoreDescribe(store: "profile")).seq < 2 { await Task.yield() }
        opened.stores = try await client.send(StoreList()).stores
        let recording = ClientRecording(client)
        let start: Int64 = 1_790_000_000_000_000
        let header = try await recording.header(opened, startMicros: start)
        let writer = try RecordingWriter(path: tape.path, header: header)
        writer.write(try await recording.lines(opened.stores, startMicros: start))
        writer.write(.note(RecordedNote(t: 0, text: "before anything happened")))
        writer.close(reason: "stopped")
        await client.close()
        return tape
    }

    /// A copy of the file with other contents.
    func variant(_ name: String, _ change: (inout Data) -> Void) throws -> String {
        var data = try Data(contentsOf: URL(filePath: path))
        change(&data)
        let url = directory.appending(path: name)
        try data.write(to: url)
        return url.path()
    }
}
