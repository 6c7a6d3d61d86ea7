public import StrobeHistory
internal import StrobeRecording
public import StrobeReflection

extension FlightRecorder {
    /// What a flight recorder keeps, and how it writes.
    public struct Options: Sendable {
        /// The size at which a file is continued in another one, in bytes: 16 MiB.
        public var partBytes: Int
        /// The number of files of the recording that are kept, at least 2, including the one being written: 8.
        public var parts: Int
        /// Whether finished files are compressed, if the system has zlib.
        public var compresses: Bool
        /// The number of earlier recordings of this program that are kept in the directory: 8; the oldest are removed,
        /// unless their processes still run.
        public var runs: Int
        /// What is redacted before it is written.
        public var redaction: Redaction
        /// Whether a dispatch returns only once its line is written.
        ///
        /// Then a crash loses at most the line being written, and every dispatch pays for comparing two states and
        /// writing a line. Otherwise the program only appends to a log in memory, and a crash loses what was not yet
        /// read from it: usually a few milliseconds.
        public var synchronous: Bool
        /// The name of the program; the name of the executable if `nil`.
        public var name: String?
        /// The version of the program, or of its build, by which recordings of one version are compared with those of
        /// another; `nil` if unknown.
        public var version: String?
        /// The name of the machine; the system's name if `nil`.
        ///
        /// Containers often have random ones.
        public var host: String?
        /// How much of each store is kept in memory for the writer.
        public var history: HistoryOptions
        /// The time in microseconds since 1970.
        var nowMicros: @Sendable () -> Int64 = { TimeStamp.nowMicros }

        /// Creates options.
        ///
        /// - Parameters:
        ///   - partBytes: The size at which a file is continued in another one, in bytes.
        ///   - parts: The number of files of the recording that are kept, at least 2.
        ///   - compresses: Whether finished files are compressed.
        ///   - runs: The number of earlier recordings of this program that are kept.
        ///   - redaction: What is redacted.
        ///   - synchronous: Whether a dispatch returns only once its line is written.
        ///   - name: The name of the program.
        ///   - version: The version of the program, or of its build.
        ///   - host: The name of the machine.
        ///   - history: How much of each store is kept in memory.
        public init(
            partBytes: Int = 16 << 20, parts: Int = 8, compresses: Bool = true, runs: Int = 8,
            redaction: Redaction = .standard, synchronous: Bool = false, name: String? = nil,
            version: String? = nil, host: String? = nil, history: HistoryOptions = HistoryOptions()
        ) {
            self.partBytes = partBytes
            self.parts = parts
            self.compresses = compresses
            self.runs = runs
            self.redaction = redaction
            self.synchronous = synchronous
            self.name = name
            self.version = version
            self.host = host
            self.history = history
        }
    }
}
