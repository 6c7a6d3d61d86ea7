public import StrobeTree

/// The first line of every file of a recording: its process, and the states in which its stores begin.
///
///     let header = RecordingHeader(
///         id: "4F1C", startMicros: 1_700_000_000_000_000, process: .init(pid: 4711, name: "shop"),
///         recorder: .init(name: "example", version: "1.0", place: "process"), stores: [store])
public struct RecordingHeader: Sendable, Hashable {
    /// The recorded process.
    public struct Process: Sendable, Hashable {
        /// The process id; absent where there is no process, as in an imported recording.
        public var pid: Int?
        /// Its name.
        public var name: String
        /// When it was started, as ISO 8601 text; absent if unknown.
        public var startedAt: String?
        /// The version of the program, as it says; absent if it says none.
        public var version: String?
        /// The name of the machine; absent if unknown.
        public var host: String?
        /// Members that are not described here.
        public var extra: Value.Object

        /// Makes a process.
        public init(
            pid: Int?, name: String, startedAt: String? = nil, version: String? = nil, host: String? = nil,
            extra: Value.Object = [:]
        ) {
            self.pid = pid
            self.name = name
            self.startedAt = startedAt
            self.version = version
            self.host = host
            self.extra = extra
        }
    }

    /// What the process ran on.
    public struct Platform: Sendable, Hashable {
        /// The operating system: `linux`, `macos`, `ios`...
        public var system: String
        /// The processor: `x86_64`, `arm64`...
        public var architecture: String
        /// Members that are not described here.
        public var extra: Value.Object

        /// Makes a platform.
        public init(system: String, architecture: String, extra: Value.Object = [:]) {
            self.system = system
            self.architecture = architecture
            self.extra = extra
        }
    }

    /// The program that wrote the recording.
    public struct Recorder: Sendable, Hashable {
        /// The name of the program or library.
        public var name: String
        /// Its version.
        public var version: String
        /// Where it ran: `process`, `inspector`, `headless`, or `import` for what another format was turned into.
        public var place: String
        /// Members that are not described here.
        public var extra: Value.Object

        /// Makes a recorder.
        public init(name: String, version: String, place: String, extra: Value.Object = [:]) {
            self.name = name
            self.version = version
            self.place = place
            self.extra = extra
        }
    }

    /// The id of the recording, the same in all its parts; unique, as a UUID is.
    public var id: String
    /// The number of the file in its recording, from 1.
    public var part: Int
    /// When the recording began, in microseconds since 1970-01-01T00:00:00Z; the same in all its parts.
    public var startMicros: Int64
    /// The recorded process.
    public var process: Process
    /// What it ran on; absent if unknown.
    public var platform: Platform?
    /// The program that wrote the recording.
    public var recorder: Recorder
    /// The rules by which values were made unreadable before they were written; absent if unknown.
    public var redaction: [String]?
    /// The stores at the beginning of this part, each with its state.
    public var stores: [RecordedStore]
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// The name that every header has as its format.
    public static let format = "strobe-recording"
    /// The version of the format that is written; others are refused.
    public static let version = 1

    /// Makes a header.
    ///
    /// - Parameters:
    ///   - id: The id of the recording, unique as a UUID is.
    ///   - part: The number of the file, from 1.
    ///   - startMicros: When the recording began, in microseconds since 1970.
    public init(
        id: String, part: Int = 1, startMicros: Int64, process: Process, platform: Platform? = .current,
        recorder: Recorder, redaction: [String]? = nil, stores: [RecordedStore] = [], extra: Value.Object = [:]
    ) {
        self.id = id
        self.part = part
        self.startMicros = startMicros
        self.process = process
        self.platform = platform
        self.recorder = recorder
        self.redaction = redaction
        self.stores = stores
        self.extra = extra
    }
}

extension RecordingHeader.Platform {
    /// The platform that this program runs on.
    public static var current: Self {
        #if os(Linux)
            let system = "linux"
        #elseif os(macOS)
            let system = "macos"
        #elseif os(iOS)
            let system = "ios"
        #else
            let system = "unknown"
        #endif
        #if arch(x86_64)
            let architecture = "x86_64"
        #elseif arch(arm64)
            let architecture = "arm64"
        #else
            let architecture = "unknown"
        #endif
        return Self(system: system, architecture: architecture)
    }
}
