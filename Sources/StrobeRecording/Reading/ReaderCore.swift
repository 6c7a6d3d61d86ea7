internal import StrobeTree

/// The index of a reader, behind its lock.
struct ReaderCore {
    /// A file that is open.
    struct Source {
        let file: SourceFile
        var lines = LineSplitter()
        /// The place of the recording that its lines belong to.
        var recording: Int
        /// The rest after its last whole line.
        var tail: RecordingDamage?
        /// The name of the next file, once its end line was read.
        var next: String?
        /// Whether its lines were read once.
        var isBegun = false
        /// A line whose number was asked for: others are counted from there.
        private var counted = (offset: 0, number: 1)

        init(file: SourceFile, recording: Int) {
            self.file = file
            self.recording = recording
        }

        /// The number of the line that a place is in.
        mutating func lineNumber(at offset: Int) -> Int {
            if offset < counted.offset { counted = (0, 1) }
            withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { block in
                while counted.offset < offset {
                    let wanted = min(block.count, offset - counted.offset)
                    guard
                        let count = try? file.read(
                            at: counted.offset, into: UnsafeMutableRawBufferPointer(rebasing: block[..<wanted])),
                        count > 0
                    else { return }
                    for byte in block[..<count] where byte == 0x0A { counted.number += 1 }
                    counted.offset += count
                }
            }
            return counted.number
        }
    }

    /// A recording with what its lines refer to.
    struct Whole {
        var recording: RecordingReader.Recording
        /// The places of its stores, by their recorded ids.
        var stores: [String: Int] = [:]
        /// The number of its part that was opened last.
        var lastPart: Int
    }

    /// A line that is neither a transition nor a keyframe.
    struct RareLine {
        enum Kind { case addition, note, gap, removal }

        var kind: Kind
        var position: LinePosition
        var time: Int64
        var recording: Int
        var store: Int?
        /// The number that a note was made after.
        var seq: Int
    }

    /// Something that happened, where it can be found: a transition by store and place, or a rare line.
    enum Arrival {
        case transition(store: UInt32, place: UInt32)
        case rare(UInt32)
    }

    let limits: RecordingLimits
    var sources: [Source] = []
    var wholes: [Whole] = []
    var stores: [StoreIndex] = []
    var storePlaces: [String: Int] = [:]
    var rareLines: [RareLine] = []
    var arrivals: ContiguousArray<Arrival> = []
    /// How many arrivals are in the order of time.
    var sortedArrivals = 0
    /// Recorded ids that several recordings have.
    private var ambiguousIDs: Set<String> = []
    var lastingDamage: [RecordingDamage] = []
    private var lineCount = 0
    /// A last line without a line feed that is whole nevertheless.
    var acceptedTail: LineSplitter.Line?

    /// Positions of changes that turned out to be damaged when they were read; each is reported once.
    private var unreadable: Set<LinePosition> = []

    /// Beyond this many damaged lines, the last one represents all others.
    private static let maxDamages = 10_000

    // MARK: Opening

    init(paths: [String], limits: RecordingLimits) throws(RecordingError) {
        self.limits = limits
        var opened: [OpenedFile] = []
        var begun: [(damage: RecordingDamage, error: RecordingError)] = []
        for path in paths {
            let file: OpenedFile
            do {
                file = try OpenedFile(path, limits: limits)
            } catch {
                // The last file of a ring whose program was killed just when it had made the file.
                guard error.code == .notARecording, let damage = OpenedFile.onlyBegun(path, limits: limits) else {
                    throw error
                }
                begun.append((damage, error))
                continue
            }
            if opened.contains(where: { $0.isSame(as: file) }) { continue }
            opened.append(file)
        }
        guard !opened.isEmpty else {
            throw begun.first?.error ?? RecordingError(.cannotOpen, "None of the files could be opened.")
        }
        for (damage, _) in begun where damage.lostBytes > 0 { self.damage(damage) }
        for file in opened where file.header.part > 1 {
            guard !opened.contains(where: { $0.header.id == file.header.id && $0.header.part < file.header.part })
            else { continue }
            for earlier in file.earlierParts(limits: limits) where !opened.contains(where: { $0.isSame(as: earlier) }) {
                opened.append(earlier)
            }
        }
        let groups = Dictionary(grouping: opened) { $0.header.id }.values.map { files in
            files.sorted { $0.header.part < $1.header.part }
        }
        let ordered = groups.sorted { a, b in
            (a[0].header.startMicros, a[0].header.id) < (b[0].header.startMicros, b[0].header.id)
        }
        var seen: Set<String> = []
        for files in ordered {
            let ids = Set(files.flatMap { $0.header.stores.map(\.id) })
            ambiguousIDs.formUnion(ids.intersection(seen))
            seen.formUnion(ids)
        }
        for files in ordered {
            for file in files { try open(file) }
            try followNext(of: sources.count - 1)
        }
    }

    private mutating func open(_ opened: OpenedFile) throws(RecordingError) {
        guard sources.count < LinePosition.maxSources else {
            throw RecordingError(.tooLarge, "At most \(LinePosition.maxSources) files can be opened at once.")
        }
        sources.append(Source(file: opened.file, recording: recording(of: opened.header, opened.file.path)))
        if let fault = opened.headerFault {
            damage(
                RecordingDamage(
                    path: opened.file.path, line: 1, offset: 0,
                    message: "The header cannot be read: \(fault) Its description of process and stores is lost.",
                    lostBytes: opened.headerBytes))
        }
        try scan(sources.count - 1)
    }

    /// The place of the recording that a header belongs to; a new one if it is the first of its parts.
    mutating func recording(of header: RecordingHeader, _ path: String) -> Int {
        if let place = wholes.firstIndex(where: { $0.recording.header.id == header.id }) {
            if wholes[place].recording.paths.last != path { wholes[place].recording.paths.append(path) }
            wholes[place].lastPart = max(wholes[place].lastPart, header.part)
            wholes[place].recording.end = nil
            return place
        }
        var header = header
        for place in header.stores.indices { header.stores[place].state = nil }
        wholes.append(Whole(recording: .init(header: header, paths: [path], end: nil, lastT: 0), lastPart: header.part))
        return wholes.count - 1
    }

    /// Opens the files that continue one, as far as they exist.
    mutating func followNext(of place: Int) throws(RecordingError) {
        var place = place
        while let name = sources[place].next, OpenedFile.isPlainName(name) {
            guard let next = next(name, of: sources[place]) else { return }
            sources[place].next = nil
            try open(next)
            place = sources.count - 1
        }
    }

    /// How many removed files in a row are skipped.
    private static let maxRemovedParts = 64

    /// The file that continues one; a later one if a ring has removed it by now.
    private func next(_ name: String, of source: Source) -> OpenedFile? {
        let whole = wholes[source.recording]
        let path = OpenedFile.sibling(name, of: source.file.path)
        func fits(_ file: OpenedFile) -> Bool {
            file.header.id == whole.recording.header.id && file.header.part > whole.lastPart
        }
        if let next = OpenedFile.existing(path, limits: limits) { return fits(next) ? next : nil }
        guard let first = PartNames.first(of: path, part: whole.lastPart + 1) else { return nil }
        let names = PartNames(first: first)
        return (whole.lastPart + 2...whole.lastPart + Self.maxRemovedParts).lazy
            .compactMap { OpenedFile.existing(names.path(part: $0), limits: limits) }.first(where: fits)
    }

    // MARK: Stores

    /// The place of a store by its recorded id; one that was not introduced is made.
    mutating func store(_ id: String, of recording: Int, at seq: Int) -> Int? {
        if let place = wholes[recording].stores[id] { return place }
        return addStore(
            RecordedStore(
                id: id, name: id, kind: "foreign", stateType: "", actionType: "", seq: seq, state: nil, replay: false),
            of: recording)
    }

    /// Makes a store; `nil` if there are too many.
    mutating func addStore(_ description: RecordedStore, of recording: Int) -> Int? {
        guard stores.count < limits.stores else { return nil }
        var description = description
        description.state = nil
        let id = uniqueID(description.id, of: recording)
        storePlaces[id] = stores.count
        wholes[recording].stores[description.id] = stores.count
        stores.append(
            StoreIndex(
                RecordingReader.Store(
                    id: id, recording: recording, description: description, firstSeq: description.seq,
                    lastSeq: description.seq, transitions: 0,
                    startMicros: wholes[recording].recording.header.startMicros)))
        return stores.count - 1
    }

    /// The id as it was recorded, with the name of the process where that is needed, and with a number where that is.
    private func uniqueID(_ id: String, of recording: Int) -> String {
        let header = wholes[recording].recording.header
        if !ambiguousIDs.contains(id), storePlaces[id] == nil { return id }
        let isOwn = wholes[recording].stores[id] != nil
        var candidates = isOwn ? [] : ["\(header.process.name)/\(id)"]
        if !isOwn, let pid = header.process.pid { candidates.append("\(header.process.name)-\(pid)/\(id)") }
        if let free = candidates.first(where: { storePlaces[$0] == nil }) { return free }
        let stem = candidates.last ?? id
        return (2...stores.count + 2).lazy.map { "\(stem)~\($0)" }.first { storePlaces[$0] == nil } ?? stem
    }

    // MARK: Damage

    /// What could not be read, including the current rests after the last whole lines.
    var damage: [RecordingDamage] { lastingDamage + sources.compactMap(\.tail) }

    mutating func damage(_ damage: RecordingDamage) {
        let end = lastingDamage.count - 1
        if end >= 0, lastingDamage[end].path == damage.path, lastingDamage[end].line == damage.line {
            lastingDamage[end].lostBytes = max(lastingDamage[end].lostBytes, damage.lostBytes)
        } else if lastingDamage.count >= Self.maxDamages {
            lastingDamage[end].message = "This line and others after it cannot be read."
            lastingDamage[end].lostBytes += damage.lostBytes + 1
        } else {
            lastingDamage.append(damage)
        }
    }

    /// Notes that a line whose seq is known cannot be read nevertheless.
    mutating func damage(at position: LinePosition, _ message: String) {
        guard unreadable.count < Self.maxDamages, unreadable.insert(position).inserted else { return }
        let line = sources[position.source].lineNumber(at: position.offset)
        damage(
            RecordingDamage(
                path: sources[position.source].file.path, line: line, offset: position.offset, message: message,
                lostBytes: position.length))
    }

    /// Counts a line that is indexed; false where there are too many.
    mutating func countLine() -> Bool {
        lineCount += 1
        return lineCount <= limits.lines
    }
}
