internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeServer
internal import StrobeTree
public import StrobeRecording
internal import StrobeReflection
public import StrobeTransport
internal import Synchronization

/// Serves recordings the way a program serves its stores: requests get the same answers, except those that change
/// something.
///
///     let playback = Playback(try RecordingReader(paths: [path]))
///     let client = DebugClient(connection: playback.connect())
public final class Playback: Sendable {
    /// The served recordings.
    public let reader: RecordingReader
    private let server: DebugServer
    private let logs = Mutex<[String: (log: RecordingLog, history: RecordedHistory)]>([:])

    private typealias RecordedHistory = History<RecordedState, RecordedAction, EffectDescription>

    /// Creates a server of recordings.
    ///
    /// - Parameter reader: The recordings.
    public init(_ reader: RecordingReader) {
        self.reader = reader
        let rules = reader.stores.flatMap { reader.redaction(of: $0) ?? [] }
        var configuration = DebugServer.Configuration(
            access: .control, discovery: false, redaction: Redaction.none.adding(.recorded(by: rules)))
        let header = reader.recordings.first?.header
        configuration.process = Initialize.Process(
            pid: header?.process.pid ?? 0, name: header?.process.name ?? "recording",
            startedAt: header?.startMicros ?? 0, version: header?.process.version, host: header?.process.host)
        server = DebugServer(configuration: configuration)
        for store in reader.stores { add(store) }
    }

    /// A connection to the recordings, served until its other end closes.
    public func connect() -> any Connection {
        let (mine, theirs) = MemoryConnection.pair()
        let server = server
        Task { await server.serve(mine) }
        return theirs
    }

    /// Reads newly appended lines, and notifies the connected clients.
    ///
    /// - Returns: What was appended.
    /// - Throws: The errors of `RecordingReader.refresh()`.
    @discardableResult
    public func refresh() throws(RecordingError) -> RecordingReader.News {
        let news = try reader.refresh()
        guard !news.isEmpty else { return news }
        let known = logs.withLock { $0 }
        for store in reader.stores {
            guard let (log, history) = known[store.id] else {
                add(store)
                continue
            }
            log.grow(to: store.lastSeq)
            history.recordedLogDidGrow(notes: log.placed(news.notes))
        }
        return news
    }

    private func add(_ store: RecordingReader.Store) {
        let log = RecordingLog(store, of: reader)
        var options = server.configuration.history
        // The file has no redacted values: they were never written.
        options.redaction = .recorded(
            by: reader.redaction(of: store), in: [store.description.stateSchema, store.description.actionSchema])
        let adapter = RecordedStoreAdapter(log, options: options)
        logs.withLock { $0[store.id] = (log, adapter.history) }
        server.add(adapter, actions: RecordedActions(log.store))
    }
}
