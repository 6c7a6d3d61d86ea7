import Foundation
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeTransport

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

/// A program that plays a random log and records itself, and sessions for it and its recording.
struct OracleProgram<Subject: OracleSubject>: Sendable {
    var log: OracleLog<Subject>
    /// The files of the recording.
    let paths: [String]
    /// The sessions to query.
    let sessions: [OracleSession]
    private let kept: [any Sendable]

    init(_ log: OracleLog<Subject>) async throws {
        self.log = log
        let (folder, program) = (OracleFolder(), OracleServer(log))
        let recorder = try FlightRecorder(
            directory: folder.path, options: .init(redaction: log.redaction, synchronous: true))
        await program.server.record(to: recorder)
        let live = try await program.attach()
        for action in log.actions { program.store.dispatch(action) }
        await recorder.stop()
        paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }
            .map { "\(folder.path)/\($0)" }
        let recording = try OpenRecording(paths)
        sessions = [live, try await OracleSession("recorded", recording.connect(), access: .read)]
        kept = [program, folder, recording]
    }
}

/// A store of random contents behind a server.
struct OracleServer<Subject: OracleSubject>: Sendable {
    let store: Store<Subject, Subject.Action, Never>
    let server: DebugServer

    /// - Parameters:
    ///   - log: The log, with the redaction rules.
    ///   - ignored: An action that the reducer ignores.
    init(_ log: OracleLog<Subject>, ignoring ignored: Subject.Action? = nil) {
        store = Store(initial: Subject()) { (state: inout Subject, action: Subject.Action) -> Void in
            if action != ignored { state.reduce(action) }
        }
        server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60), redaction: log.redaction))
        server.add(store, id: "store")
    }

    func attach() async throws -> OracleSession {
        let (here, there) = MemoryConnection.pair()
        Task { await server.serve(there) }
        return try await OracleSession("live", DebugClient(connection: here), access: .control)
    }
}

/// A session with queries at its prompt.
struct OracleSession: Sendable {
    let name: String
    let session: Session
    private let console = RecordingConsole(width: 100_000)

    init(_ name: String, _ client: DebugClient, access: Access) async throws {
        self.name = name
        let opened = try await client.initialize(client: .init(name: "test", version: "1"), access: access)
        session = Session(
            client: client, process: opened.process, stores: opened.stores, console: console,
            options: .init(isInteractive: false, gathering: .seconds(3_600)))
        let session = session
        Task { await session.follow() }
        await session.followGates()
    }

    /// The output of a command, or its error.
    func run(_ line: String) async -> Result<[String], InspectorError> {
        _ = console.takeOutput()
        do {
            try await session.run(line)
            await session.settle()
            return .success(console.takeOutput())
        } catch {
            return .failure(InspectorError(any: error))
        }
    }

    /// The output since the last call, up to now.
    func told() async throws -> [String] {
        _ = try await session.answer(StoreDescribe(store: "store"))
        await session.settle()
        return console.takeOutput()
    }

    /// Runs a script.
    func run(script lines: [String]) async throws -> (outcome: Outcome, errors: [String]) {
        let script = try Script(commands: [], file: "a.strobe", text: lines.joined(separator: "\n"), variables: [])
        let outcome = await ScriptRunner(session: session).run(script)
        return (outcome, console.takeErrors())
    }
}

/// A directory that is removed when it is released.
private final class OracleFolder: Sendable {
    let path = NSTemporaryDirectory() + "strobe-oracle-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
