public import Logging
public import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeSystem

/// Records the stores of a program in the field, with or without a debug server: a bounded ring of files that `strobe
/// open` reads, also after a crash.
///
///     let recorder = try FlightRecorder(directory: directory, options: .init(parts: 4))
///     recorder.add(store, id: "shop")
///     recorder.note("signed in")
///     await recorder.stop()
///
/// The program pays for an entry in a log, and never waits for a disk; the log is read and written asynchronously. A
/// failure to write files is reported once, and the program continues.
public final class FlightRecorder: Sendable {
    /// The options of the recorder.
    public let options: Options
    private enum Way: Sendable {
        case behind(RecordingPump)
        case synchronous(SynchronousLog)
    }

    private let writer: RecordingWriter
    private let way: Way

    /// Creates the directory, if absent, and the first file in it; stores can be added afterwards.
    ///
    /// Files are in folders of the day, the program, the host and the instance, so that data engines read the
    /// directory as a table: `day=2026-11-26/program=shop/host=web-1/instance=20261126T100512Z-4711`. The recorder
    /// continues in the folder of the next day at midnight UTC.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory, readable by the user only. It may hold recordings of several programs,
    ///     and of several machines.
    ///   - options: The options of the recorder.
    ///   - logger: Where failures are logged; by default, on standard error.
    ///   - onFailure: Called with failures: a full disk, a directory that is gone. Called on any thread, possibly under
    ///     the lock of a store, and returns at once.
    /// - Throws: `cannotRecord` if the folders or the file cannot be created.
    public init(
        directory: String, options: Options = Options(), logger: Logger? = nil,
        onFailure: (@Sendable (DebugServerError) -> Void)? = nil
    ) throws(DebugServerError) {
        self.options = options
        let logger = logger ?? ServerProcess.quietLogger
        let report = FailureReport { error in
            logger.warning("\(error.message)")
            onFailure?(error)
        }
        let header = RecordingHeader(
            id: UUID().uuidString, startMicros: options.nowMicros(), process: Self.process(options),
            recorder: .init(name: "strobe", version: ServerProcess.version, place: "process"),
            redaction: options.redaction.texts)
        EarlierRuns(directory, of: header).removeOld(keeping: options.runs)
        var writing = RecordingWriter.Options(
            partBytes: max(4_096, options.partBytes), partsKept: max(2, options.parts),
            compressesParts: options.compresses, onFailure: { report($0) })
        writing.nowMicros = options.nowMicros
        do throws(RecordingError) {
            writer = try RecordingWriter(into: directory, header: header, options: writing)
        } catch {
            throw DebugServerError(.cannotRecord, "The flight recorder cannot start: \(error.message)")
        }
        let watch = FileWatch { report($0) }
        way = options.synchronous ? .synchronous(.init(writer, watch)) : .behind(.init(writer, watch))
    }

    deinit {
        switch way {
        case .behind(let pump): pump.abandon(reason: "closed")
        case .synchronous(let log): log.close(reason: "closed")
        }
    }

    private static func process(_ options: Options) -> RecordingHeader.Process {
        let info = ProcessInfo.processInfo
        return .init(
            pid: Int(info.processIdentifier), name: options.name ?? info.processName,
            startedAt: ServerProcess.startOfProcess.map(TimeStamp.text), version: options.version,
            host: options.host ?? ServerProcess.host)
    }

    // MARK: Stores

    /// Adds a store without keeping it alive; an earlier one with the same id is removed.
    ///
    /// A debug server may have the same store; both share its log.
    ///
    /// - Parameters:
    ///   - store: The store; no more than one flight recorder records it.
    ///   - id: The id of the store in recordings.
    ///   - name: The display name; by default, the id.
    public func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String? = nil
    ) {
        record(NativeStoreAdapter(store, id: id, name: name ?? id, options: options.history), as: nil)
    }

    /// Adds a store whose actions are of many types behind one protocol.
    ///
    /// - Parameters:
    ///   - store: The store; no more than one flight recorder records it.
    ///   - id: The id of the store in recordings.
    ///   - name: The display name; by default, the id.
    ///   - actions: The types of actions, as for a debug server: a replay can dispatch these.
    public func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String? = nil, actions: [any (Codable & Sendable).Type]
    ) {
        record(
            NativeStoreAdapter(store, id: id, name: name ?? id, options: options.history),
            as: RegisteredActions<Action>(actions))
    }

    /// Adds an asynchronous store, without keeping it alive; an earlier one with the same id is removed.
    ///
    /// Its states are retained until they are compared, which costs the program a copy of each change.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - id: The id of the store in recordings.
    ///   - name: The display name; by default, the id.
    public func add<State: Sendable, Action: Sendable>(
        _ store: AsyncStore<State, Action>, id: String, name: String? = nil
    ) {
        record(ObservedStoreAdapter(store, id: id, name: name ?? id, options: options.history), as: nil)
    }

    /// Adds a machine of state objects, without keeping it alive; an earlier one with the same id is removed.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - id: The id of the store in recordings.
    ///   - name: The display name; by default, the id.
    public func add<Kind: Sendable, Event: Sendable, Host: AnyObject>(
        _ machine: StateObjectMachine<Kind, Event, Host>, id: String, name: String? = nil
    ) {
        record(ObservedStoreAdapter(machine, id: id, name: name ?? id, options: options.history), as: nil)
    }

    /// Adds a store of another library, until it is removed; an earlier one with the same id is removed.
    ///
    /// - Parameters:
    ///   - target: The store; no more than one flight recorder records it.
    ///   - actions: The types of actions behind one protocol, as for a debug server: a replay can dispatch these.
    public func add<State: Sendable, Action: Sendable>(
        _ target: DebugTarget<State, Action>, actions: [any (Codable & Sendable).Type]? = nil
    ) {
        record(
            ForeignStoreAdapter(target, options: options.history),
            as: actions.map { RegisteredActions($0, catalog: target.catalog) } ?? target.catalog?.form)
    }

    private func record<Adapter: StoreAdapter>(_ adapter: Adapter, as actions: (any ActionForm<Adapter.Action>)?) {
        record(InspectedStore(recording: adapter, actions: actions))
    }

    /// Records an existing target.
    func record(_ target: any AnyInspectedStore) {
        guard let target = target as? any RecordableTarget else { return }
        switch way {
        case .behind(let pump): pump.add(target.pumped(startMicros: writer.startMicros, hiding: options.redaction))
        case .synchronous(let log): log.add(target.tapped(by: log, hiding: options.redaction))
        }
    }

    /// Removes a store once everything that happened so far is written, and records the removal.
    ///
    /// - Parameter id: The id; unknown ids are ignored.
    public func remove(id: String) {
        switch way {
        case .behind(let pump): pump.remove(id: id)
        case .synchronous(let log): log.remove(id: id)
        }
    }

    // MARK: The recording

    /// Writes a note for readers of the recording.
    ///
    /// - Parameter text: The text, shortened to 10,000 characters.
    public func note(_ text: String) {
        let text = text.count > 10_000 ? text.prefix(9_999) + "…" : text
        writer.write(.note(RecordedNote(t: writer.now, text: text)))
    }

    /// The path of the file being written.
    public var currentFile: String { writer.currentPath }

    /// Ends the recording: everything that happened so far is written, then the end line; returns when that is done.
    ///
    /// May be called any number of times.
    public func stop() async {
        switch way {
        case .behind(let pump): await pump.close(reason: "stopped")
        case .synchronous(let log): log.close(reason: "stopped")
        }
    }
}
