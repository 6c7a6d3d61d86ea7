internal import Foundation
public import Logging
public import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording

/// Records the stores of a program in the field, with or without a debug server: a bounded ring of files that `strobe open`
/// reads, also after a crash.
///
///     let recorder = try FlightRecorder(directory: directory, options: .init(parts: 4))
///     recorder.add(store, id: "shop")
///     recorder.note("signed in")
///     await recorder.stop()
///
/// The program pays for an entry in a log, and never waits for a disk; what it does is read and written behind it. What
/// keeps files from being written is told once, and the program goes on.
public final class FlightRecorder: Sendable {
    /// What it keeps, and how it writes.
    public let options: Options
    private enum Way: Sendable {
        case behind(RecordingPump)
        case synchronous(SynchronousLog)
    }

    private let writer: RecordingWriter
    private let way: Way

    /// Makes the directory, where it is not there, and the first file in it; from now on stores can be added.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory, which nobody but the user can read. Recordings of several programs may
    ///     be in it.
    ///   - options: What it keeps, and how it writes.
    ///   - logger: Where it tells of failures; without, on standard error.
    ///   - onFailure: Told of failures as well: a full disk, a directory that is gone. Called on any thread, under the lock of
    ///     a store perhaps, and returns at once.
    /// - Throws: `cannotRecord` where the directory or the file cannot be made.
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
        let files = RecordingDirectory(path: directory)
        do {
            try files.make()
        } catch {
            throw DebugServerError(
                .cannotRecord, "The directory \(directory) cannot be made: choose one that you may write to.")
        }
        let process = Self.process(options.name)
        files.removeOld(of: process.name, keeping: options.runs)
        let start = RecordingClock.micros
        do throws(RecordingError) {
            writer = try RecordingWriter(
                path: files.newFile(program: process.name, micros: start),
                header: RecordingHeader(
                    id: UUID().uuidString, startMicros: start, process: process,
                    recorder: .init(name: "strobe", version: ServerProcess.version, place: "process"),
                    redaction: options.redaction.texts),
                options: .init(
                    partBytes: max(4_096, options.partBytes), partsKept: max(2, options.parts),
                    compressesParts: options.compresses, onFailure: { report($0) }))
        } catch {
            throw DebugServerError(.cannotRecord, "The flight recorder cannot begin: \(error.message)")
        }
        let watch = FileWatch(files) { report($0) }
        way = options.synchronous ? .synchronous(.init(writer, watch)) : .behind(.init(writer, watch))
    }

    deinit {
        switch way {
        case .behind(let pump): pump.abandon(reason: "closed")
        case .synchronous(let log): log.close(reason: "closed")
        }
    }

    private static func process(_ name: String?) -> RecordingHeader.Process {
        let info = ProcessInfo.processInfo
        let started = ServerProcess.startOfProcess.map { micros in
            Date(timeIntervalSince1970: Double(micros) / 1e6).formatted(.iso8601)
        }
        return .init(
            pid: Int(info.processIdentifier), name: name ?? info.processName, startedAt: started)
    }

    // MARK: Stores

    /// Adds a store, which is not kept alive by that; an earlier one with the same id is removed.
    ///
    /// A debug server may have the same store: both share what is logged of it.
    ///
    /// - Parameters:
    ///   - store: The store; no more than one flight recorder records it.
    ///   - id: The id that recordings name it by.
    ///   - name: The name for people; the id without.
    public func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String? = nil
    ) {
        record(NativeStoreAdapter(store, id: id, name: name ?? id, options: options.history), as: nil)
    }

    /// Adds a store whose actions are of many types behind one protocol.
    ///
    /// - Parameters:
    ///   - store: The store; no more than one flight recorder records it.
    ///   - id: The id that recordings name it by.
    ///   - name: The name for people; the id without.
    ///   - actions: The types of actions, as for a debug server: a replay dispatches those.
    public func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String? = nil, actions: [any (Codable & Sendable).Type]
    ) {
        record(
            NativeStoreAdapter(store, id: id, name: name ?? id, options: options.history),
            as: RegisteredActions<Action>(actions))
    }

    /// Adds a store that cannot be replayed, which is not kept alive by that; an earlier one with the same id is removed.
    ///
    /// Its states are retained until they were looked at, which costs the program a copy of what it changes.
    ///
    /// - Parameters:
    ///   - store: The store; no more than one flight recorder records it.
    ///   - id: The id that recordings name it by.
    ///   - name: The name for people; the id without.
    public func add<Store: ObservedStore>(_ store: Store, id: String, name: String? = nil) {
        record(ObservedStoreAdapter(store, id: id, name: name ?? id, options: options.history), as: nil)
    }

    /// Adds somebody's store; an earlier one with the same id is removed.
    ///
    /// - Parameter target: The store. One that tells a single observer is not added to a debug server as well: let that
    ///   server `record(to:)` this recorder instead.
    public func add(_ target: some DebugTarget) {
        record(ForeignStoreAdapter(target, options: options.history), as: nil)
    }

    private func record<Adapter: StoreAdapter>(_ adapter: Adapter, as actions: (any ActionForm<Adapter.Action>)?) {
        record(InspectedStore(recording: adapter, actions: actions))
    }

    /// Records what somebody else made.
    func record(_ target: any AnyInspectedStore) {
        guard let target = target as? any RecordableTarget else { return }
        switch way {
        case .behind(let pump): pump.add(target.pumped(startMicros: writer.startMicros, hiding: options.redaction))
        case .synchronous(let log): log.add(target.tapped(by: log, hiding: options.redaction))
        }
    }

    /// Removes a store: what happened until now is written, and that it was removed.
    ///
    /// - Parameter id: The id; nothing happens where there is none like it.
    public func remove(id: String) {
        switch way {
        case .behind(let pump): pump.remove(id: id)
        case .synchronous(let log): log.remove(id: id)
        }
    }

    // MARK: The recording

    /// Writes a remark, for whoever reads the recording.
    ///
    /// - Parameter text: What it says; shortened to 10,000 characters.
    public func note(_ text: String) {
        let text = text.count > 10_000 ? text.prefix(9_999) + "…" : text
        writer.write(.note(RecordedNote(t: writer.now, text: text)))
    }

    /// The file that is being written.
    public var currentFile: String { writer.currentPath }

    /// Ends the recording: what happened until now is written, and the end line; returns when that is done.
    ///
    /// May be called any number of times.
    public func stop() async {
        switch way {
        case .behind(let pump): await pump.close(reason: "stopped")
        case .synchronous(let log): log.close(reason: "stopped")
        }
    }
}
