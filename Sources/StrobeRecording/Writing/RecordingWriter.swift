internal import StrobeProtocol
internal import StrobeTree
internal import Synchronization

/// Writes a recording in whole lines: each batch with one system call, and without buffering.
///
///     let writer = try RecordingWriter(path: path, header: header)
///     writer.write([.transition(transition), .keyframe(keyframe), .note(note)])
///     writer.close()
///
/// When `write` returns, its lines are in the file, whatever happens to the process then. It may be called on any
/// thread; calls are serialised. A write that fails, for example because the disk is full, is reported once through
/// `onFailure`; its lines are lost and counted, and once writing succeeds again, gap lines say what is missing.
public final class RecordingWriter: Sendable {
    /// The options for writing a recording.
    public struct Options: Sendable {
        /// The size at which a file should be continued in another one, in bytes; `nil` for a single file.
        public var partBytes: Int?
        /// How many files of the recording are kept, at least 2, including the one being written; `nil` for all.
        public var partsKept: Int?
        /// Whether finished files are compressed, if the system has zlib.
        public var compressesParts: Bool
        /// The permissions of the files.
        public var permissions: UInt16
        /// Whether an existing file is replaced; otherwise it is an error.
        public var replacesFile: Bool
        /// Called when writing begins to fail, when it fails for another reason, and when it fails again a minute or
        /// more after the last failure; on the thread that writes.
        public var onFailure: (@Sendable (RecordingError) -> Void)?
        /// The system calls, which tests replace.
        var calls = FileCalls.system
        /// The time in microseconds since 1970, which tests replace.
        package var nowMicros: @Sendable () -> Int64 = { TimeStamp.nowMicros }

        /// Creates options.
        ///
        /// - Parameters:
        ///   - partBytes: The size at which a file should be continued in another one, in bytes.
        ///   - partsKept: The number of files that are kept, at least 2.
        ///   - compressesParts: Whether finished files are compressed.
        ///   - permissions: The permissions of the files.
        ///   - replacesFile: Whether an existing file is replaced.
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

    /// Creates the file and writes the header.
    ///
    /// - Parameters:
    ///   - path: The file, in an existing directory.
    ///   - header: The first line.
    ///   - options: The options for writing.
    /// - Throws: `cannotWrite` if the file exists, or cannot be created or written.
    public init(path: String, header: RecordingHeader, options: Options = Options()) throws(RecordingError) {
        self.path = path
        self.options = options
        startMicros = header.startMicros
        var core = try WriterCore(path: path, header: header, options: options)
        try core.begin()
        self.core = Mutex(core)
    }

    /// Creates a file in a directory that data engines read as a table, in the folders of the day, program, host and
    /// instance, and writes the header.
    ///
    /// At midnight UTC the recording wants to be continued in the folder of the next day.
    ///
    /// - Parameters:
    ///   - directory: The directory, which is created if absent.
    ///   - header: The first line; its process names the folders.
    ///   - options: The options for writing.
    /// - Throws: `cannotWrite` if the folders or the file cannot be created or written.
    public init(
        into directory: String, header: RecordingHeader, options: Options = Options()
    ) throws(RecordingError) {
        var core = try WriterCore(table: RecordingTable(directory, header: header), header: header, options: options)
        try core.begin()
        path = core.path
        self.options = options
        startMicros = header.startMicros
        self.core = Mutex(core)
    }

    /// Appends a line.
    public func write(_ line: RecordingLine) {
        write([line])
    }

    /// Appends lines, all with one write.
    public func write(_ lines: [RecordingLine]) {
        report(core.withLock { $0.write(lines) })
    }

    /// Whether the changes of a store since its last keyframe are about as large as a new one, which the recorder may
    /// then write; also after a gap, until the next keyframe.
    public func wantsKeyframe(of store: String) -> Bool {
        core.withLock { $0.wantsKeyframe(of: store) }
    }

    /// Whether the file has reached its size, or in a table its day is over, so that the recorder should continue in
    /// another one with `beginPart`.
    public var wantsPart: Bool { core.withLock { $0.wantsPart } }

    /// Ends the file and continues in the next one.
    ///
    /// - Parameter stores: All current stores, each with its state at its last written seq.
    public func beginPart(stores: [RecordedStore]) {
        report(core.withLock { $0.beginPart(stores: stores) })
    }

    /// Ends the recording: writes the end line, closes the file and waits until finished files are compressed.
    ///
    /// Later lines are ignored.
    ///
    /// - Parameter reason: `stopped`, `duration`, `closed` or another word.
    public func close(reason: String = "stopped") {
        let compression = core.withLock { core in
            core.close(reason: reason)
            return core.compression
        }
        compression?.wait()
    }

    /// The error that currently prevents writing; `nil` if there is none.
    public var failure: RecordingError? { core.withLock { $0.failure } }
    /// The number of bytes written to all files.
    public var bytes: Int { core.withLock { $0.bytes } }
    /// The number of transitions written to all files.
    public var transitions: Int { core.withLock { $0.transitions } }
    /// The number of lines that could not be written.
    public var lostLines: Int { core.withLock { $0.lostLines } }
    /// The path of the file being written.
    public var currentPath: String { core.withLock { $0.path } }

    /// The current time in the unit of lines, in microseconds since the start of the recording.
    public var now: Int64 { WireInteger.difference(options.nowMicros(), startMicros) }

    private func report(_ failure: RecordingError?) {
        if let failure { options.onFailure?(failure) }
    }
}
