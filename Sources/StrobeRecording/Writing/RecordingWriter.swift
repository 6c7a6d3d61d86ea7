internal import StrobeProtocol
internal import StrobeTree
internal import Synchronization

/// Writes a recording: whole lines, each batch with one call of the operating system and nothing kept back.
///
///     let writer = try RecordingWriter(path: path, header: header)
///     writer.write([.transition(transition), .keyframe(keyframe), .note(note)])
///     writer.close()
///
/// What a call of `write` was given is in the file when it returns, whatever happens to the process then. Calls may come
/// from any thread and are written one after the other. A write that fails, because the disk is full perhaps, is told
/// once through `onFailure`; the lines are lost and counted, and where writing is possible again, gap lines say what is
/// missing.
public final class RecordingWriter: Sendable {
    /// How a recording is written.
    public struct Options: Sendable {
        /// The size from which on a file wants to be continued in another one, in bytes; `nil` for one file only.
        public var partBytes: Int?
        /// How many files of the recording are kept, from 2, the one that is being written among them; `nil` for all.
        public var partsKept: Int?
        /// Whether files that are finished are compressed, where the system has zlib.
        public var compressesParts: Bool
        /// The permissions of the files.
        public var permissions: UInt16
        /// Whether a file that is there already is replaced; without this it is an error.
        public var replacesFile: Bool
        /// Called once when writing begins to fail, and again when it fails for another reason, or a minute after it failed last; on
        /// the thread that wrote.
        public var onFailure: (@Sendable (RecordingError) -> Void)?
        /// The calls of the operating system, which tests replace.
        var calls = FileCalls.system

        /// Makes options.
        ///
        /// - Parameters:
        ///   - partBytes: The size from which on a file wants to be continued, in bytes.
        ///   - partsKept: How many files are kept, from 2.
        ///   - compressesParts: Whether finished files are compressed.
        ///   - permissions: The permissions of the files.
        ///   - replacesFile: Whether a file that is there already is replaced.
        ///   - onFailure: Called when writing begins to fail.
        public init(
            partBytes: Int? = nil, partsKept: Int? = nil, compressesParts: Bool = true, permissions: UInt16 = 0o600,
            replacesFile: Bool = false, onFailure: (@Sendable (RecordingError) -> Void)? = nil
        ) {
            self.partBytes = partBytes
            self.partsKept = partsKept
            self.compressesParts = compressesParts
            self.permissions = permissions
            self.replacesFile = replacesFile
            self.onFailure = onFailure
        }
    }

    /// The path of the first file.
    public let path: String
    /// When the recording began, in microseconds since 1970.
    public let startMicros: Int64
    private let options: Options
    private let core: Mutex<WriterCore>

    /// Makes the file and writes the header.
    ///
    /// - Parameters:
    ///   - path: The file, whose directory has to be there.
    ///   - header: The first line.
    ///   - options: How it is written.
    /// - Throws: `cannotWrite` where the file is there already, or cannot be made or written.
    public init(path: String, header: RecordingHeader, options: Options = Options()) throws(RecordingError) {
        self.path = path
        self.options = options
        startMicros = header.startMicros
        core = Mutex(try WriterCore(path: path, header: header, options: options))
    }

    /// Appends a line.
    public func write(_ line: RecordingLine) {
        write([line])
    }

    /// Appends lines, all with one write.
    public func write(_ lines: [RecordingLine]) {
        report(core.withLock { $0.write(lines) })
    }

    /// Whether the changes of a store since its last keyframe weigh about as much as a new one would, which the recorder
    /// may write then; also after a gap, until there is one.
    public func wantsKeyframe(of store: String) -> Bool {
        core.withLock { $0.wantsKeyframe(of: store) }
    }

    /// Whether the file has reached its size, so that the recorder should go on in another one with `beginPart`.
    public var wantsPart: Bool { core.withLock { $0.wantsPart } }

    /// Ends the file and goes on in the next one.
    ///
    /// - Parameter stores: All stores there are, each with its state at the number that was written last.
    public func beginPart(stores: [RecordedStore]) {
        report(core.withLock { $0.beginPart(stores: stores) })
    }

    /// Ends the recording: writes the end line, closes the file and waits until finished files are compressed.
    ///
    /// What is written after that is passed over.
    ///
    /// - Parameter reason: `stopped`, `duration`, `closed` or another word.
    public func close(reason: String = "stopped") {
        let compression = core.withLock { core in
            core.close(reason: reason)
            return core.compression
        }
        compression?.wait()
    }

    /// What keeps it from writing at present; `nil` where it can.
    public var failure: RecordingError? { core.withLock { $0.failure } }
    /// The bytes that were written, over all files.
    public var bytes: Int { core.withLock { $0.bytes } }
    /// The transitions that were written, over all files.
    public var transitions: Int { core.withLock { $0.transitions } }
    /// The lines that could not be written.
    public var lostLines: Int { core.withLock { $0.lostLines } }
    /// The file that is being written.
    public var currentPath: String { core.withLock { $0.path } }

    /// The present time as lines have it, in microseconds since the recording's start.
    public var now: Int64 { WireInteger.difference(TimeStamp.nowMicros, startMicros) }

    private func report(_ failure: RecordingError?) {
        if let failure { options.onFailure?(failure) }
    }
}
