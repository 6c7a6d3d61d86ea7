import RecordingTesting
import Strobe
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// A program that plays a random log and its recording, each with a client.
struct OracleBench<Subject: OracleSubject>: Sendable {
    var log: OracleLog<Subject>
    let live: WireClient
    let recorded: WireClient
    /// The log points set before the log began.
    let points: [BreakpointDescription]
    private let kept: [any Sendable]

    /// The servers to query.
    var sources: [(name: String, client: WireClient)] { [("live", live), ("recorded", recorded)] }

    /// Runs a log through a store.
    ///
    /// - Parameters:
    ///   - points: The log points to set before.
    ///   - limits: The limits of the server.
    init(
        _ log: OracleLog<Subject>, points: [BreakpointSet] = [], limits: SessionLimits = SessionLimits()
    ) async throws {
        let store = Store<Subject, Subject.Action, Never>(initial: log.initial) { state, action in
            state.reduce(action)
        }
        let server = DebugServer(
            configuration: .init(
                access: .control, limits: limits, handshakeTimeout: .seconds(60), redaction: log.redaction),
            logger: .silent)
        server.add(store, id: "store")
        live = try await server.attach()
        for point in points { try await live.send(point) }
        for action in log.actions { store.dispatch(action) }
        self.points = try await live.send(BreakpointList()).breakpoints
        let (mine, theirs) = MemoryConnection.pair()
        Task { await server.serve(mine) }
        let client = DebugClient(connection: theirs)
        let opened = try await client.initialize(client: .init(name: "test", version: "1"))
        let (tape, recording) = (Tape(), ClientRecording(client))
        try tape.write(
            try await recording.header(opened, startMicros: Tape.start),
            try await recording.lines(client.send(StoreList()).stores, startMicros: Tape.start))
        let playback = Playback(try RecordingReader(paths: [tape.path]))
        recorded = WireClient(playback.connect())
        try await recorded.initialize()
        self.log = log
        kept = [store, server, tape, playback]
    }
}
