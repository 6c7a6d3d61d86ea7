internal import StrobeProtocol
import StrobeSystem
internal import StrobeTree

/// The state of a writer, behind its lock.
struct WriterCore: ~Copyable {
    /// What the writer knows of a store for its keyframes and gaps.
    struct StoreStatus {
        /// The size of the last keyframe, in bytes.
        var keyframeBytes = 0
        /// The size of the transitions since, in bytes.
        var transitionBytes = 0
        /// Whether a keyframe is needed before changes can be applied again.
        var isBroken = false
        /// The transitions lost since the last line written.
        var lost: ClosedRange<Int>?
    }

    /// Fewer bytes of transitions do not need a keyframe, however small the state is: reading them takes no time.
    private static let leastBytesBetweenKeyframes = 64 << 10

    /// The time after which the same failure is reported again.
    private static let quietMicros: Int64 = 60_000_000

    /// Readers skip longer lines.
    private static let maxLineBytes = RecordingLimits.default.lineBytes

    let options: RecordingWriter.Options
    var header: RecordingHeader
    let names: PartNames
    /// Where the files go; `nil` if all are in the folder of the first one.
    let table: RecordingTable?
    /// The day of the file in a table, in days since 1970.
    var day: Int64
    var path: String
    var file: AppendedFile
    var partTransitions = 0
    /// The length at which the next file could not be created; retried after the size of another part.
    var refusedLength = 0
    /// When the first file of another day could not be created, in microseconds since 1970; retried after a while.
    var refusedMicros: Int64?
    var statuses: [String: StoreStatus] = [:]
    var line: JSONLine
    var isClosed = false
    /// Finished files that were not removed.
    var finishedParts: [String] = []
    /// Stores that were added or removed while writing failed; without their states.
    private var pending: [RecordingLine] = []
    let compression: PartCompression?

    private(set) var failure: RecordingError?
    /// The last failure, and its time.
    private var lastFailure: (message: String, micros: Int64)?
    var bytes = 0
    private(set) var transitions = 0
    private(set) var lostLines = 0

    /// Begins a recording in a table.
    init(
        table: RecordingTable, header: RecordingHeader, options: RecordingWriter.Options
    ) throws(RecordingError) {
        let folder = table.folder(day: CalendarDay(daysSince1970: Self.day(options)))
        let path = "\(folder)/\(RecordingTable.fileName(of: header))"
        try self.init(path: path, table: table, header: header, options: options)
    }

    init(
        path: String, table: RecordingTable? = nil, header: RecordingHeader, options: RecordingWriter.Options
    ) throws(RecordingError) {
        file = try Self.create(path, in: table, options)
        line = JSONLine()
        self.options = options
        self.header = header
        self.path = path
        self.table = table
        day = Self.day(options)
        names = PartNames(first: path)
        compression = options.compressesParts ? PartCompression(permissions: options.permissions) : nil
        encodeHeader()
    }

    /// Writes the header; if that fails, no file is left behind.
    mutating func begin() throws(RecordingError) {
        do {
            try file.append(line.bytes)
        } catch {
            file.close()
            options.calls.remove(path)
            if table != nil { RecordingTable.removeFolders(of: path) }
            throw error
        }
        bytes = line.count
    }

    // MARK: Lines

    /// Writes lines; returns the failure if writing began to fail.
    mutating func write(_ lines: [RecordingLine]) -> RecordingError? {
        guard !isClosed else { return nil }
        line.cut(to: 0)
        encodeWhatWasLost()
        var written: [(cut: RecordingLine?, bytes: Int)] = []
        written.reserveCapacity(lines.count)
        for line in lines { written.append(encode(line)) }
        let text = line.take()
        do {
            try file.append(text)
        } catch {
            for line in lines { lose(line) }
            return fail(error)
        }
        failure = nil
        bytes += text.count
        forgetWhatWasLost()
        for (line, written) in zip(lines, written) { note(written.cut ?? line, bytes: written.bytes) }
        return nil
    }

    /// Encodes a line, or the part of it that readers accept; returns that part, and the size of what was encoded in bytes.
    private mutating func encode(_ next: RecordingLine) -> (cut: RecordingLine?, bytes: Int) {
        let start = line.count
        next.write(to: &line)
        line.append(text: "\n")
        let bytes = line.count - start
        guard bytes > Self.maxLineBytes else { return (nil, bytes) }
        line.cut(to: start)
        switch next {
        case .transition(var transition) where transition.changes != nil:
            // The states from here on are unknown: a keyframe is needed.
            transition.changes = nil
            transition.fromSeq = nil
            statuses[transition.store, default: StoreStatus()].isBroken = true
            return encode(cut: .transition(transition))
        case .transition(var transition) where transition.action != nil || !transition.effects.isEmpty:
            transition.action = nil
            transition.effects = []
            transition.label = String(transition.label.prefix(1_000))
            return encode(cut: .transition(transition))
        case .store(var addition) where addition.store.state != nil:
            addition.store.state = nil
            return encode(cut: .store(addition))
        default:
            lostLines += 1
            return (nil, bytes)
        }
    }

    /// Encodes what is left of a line, which may be too large as well.
    private mutating func encode(cut line: RecordingLine) -> (cut: RecordingLine?, bytes: Int) {
        let (cut, bytes) = encode(line)
        return (cut ?? line, bytes)
    }

    mutating func fail(_ error: RecordingError) -> RecordingError? {
        // On a full disk, short lines fit now and then: a failure after one of those is not a new one.
        let now = options.nowMicros()
        let isKnown = lastFailure.map { $0.message == error.message && now &- $0.micros < Self.quietMicros } ?? false
        let isNew = failure == nil && !isKnown
        failure = error
        lastFailure = (error.message, now)
        return isNew ? error : nil
    }

    /// Counts a written line.
    private mutating func note(_ line: RecordingLine, bytes: Int) {
        switch line {
        case .transition(let transition):
            transitions += 1
            partTransitions += 1
            statuses[transition.store, default: StoreStatus()].transitionBytes += bytes
        case .keyframe(let keyframe):
            statuses[keyframe.store] = StoreStatus(keyframeBytes: bytes)
        case .store(let addition):
            statuses[addition.store.id] = StoreStatus(keyframeBytes: bytes, isBroken: addition.store.state == nil)
        case .gap(let gap):
            statuses[gap.store, default: StoreStatus()].isBroken = true
        case .removed(let removal):
            statuses[removal.store] = nil
        case .header, .note, .end, .unknown: break
        }
    }

    /// Counts a lost line.
    private mutating func lose(_ line: RecordingLine) {
        lostLines += 1
        switch line {
        case .transition(let transition):
            lose(transition.seq...transition.seq, of: transition.store)
        case .gap(let gap) where gap.fromSeq <= gap.toSeq:
            lose(gap.fromSeq...gap.toSeq, of: gap.store)
        case .store(var addition):
            addition.store.state = nil
            pending.append(.store(addition))
        case .removed: pending.append(line)
        default: break
        }
    }

    private mutating func lose(_ range: ClosedRange<Int>, of store: String) {
        var status = statuses[store] ?? StoreStatus()
        status.isBroken = true
        status.lost =
            status.lost.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) }
            ?? range
        statuses[store] = status
    }

    mutating func encodeWhatWasLost() {
        guard lostLines > 0, let failure else { return }
        for store in pending {
            store.write(to: &line)
            line.append(text: "\n")
        }
        let t = WireInteger.difference(options.nowMicros(), header.startMicros)
        for (store, status) in statuses.sorted(by: { $0.key < $1.key }) {
            guard let lost = status.lost else { continue }
            RecordedGap(
                store: store, t: t, fromSeq: lost.lowerBound, toSeq: lost.upperBound,
                reason: "could not be written: \(failure.message)"
            ).write(to: &line)
            line.append(text: "\n")
        }
    }

    mutating func forgetWhatWasLost() {
        for store in pending { note(store, bytes: 0) }
        pending.removeAll()
        for (store, status) in statuses where status.lost != nil { statuses[store]?.lost = nil }
    }

    func wantsKeyframe(of store: String) -> Bool {
        guard let status = statuses[store], !isClosed else { return false }
        return status.isBroken
            || status.transitionBytes > max(status.keyframeBytes, Self.leastBytesBetweenKeyframes)
    }
}
