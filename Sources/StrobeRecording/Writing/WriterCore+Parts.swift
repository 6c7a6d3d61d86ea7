internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTree

/// The files of a recording, one after the other.
extension WriterCore {
    /// The time after which creating the first file of a day is tried again.
    private static let retryMicros: Int64 = 10_000_000

    /// The current day in UTC, in days since 1970.
    static func day(_ options: RecordingWriter.Options) -> Int64 {
        options.nowMicros().floorDivided(by: 86_400_000_000)
    }

    /// Creates a file, in a table also its folder, which another process may remove just now as long as it is empty.
    static func create(
        _ path: String, in table: RecordingTable?, _ options: RecordingWriter.Options
    ) throws(RecordingError) -> AppendedFile {
        guard table != nil else { return try AppendedFile(path, options) }
        for _ in 0..<3 {
            RecordingTable.makeFolder(of: path)
            if let file = try? AppendedFile(path, options) { return file }
        }
        let error = RecordingTable.makeFolder(of: path)
        guard error == 0 else {
            let reason = SystemError.text(error)
            throw RecordingError(
                .cannotWrite,
                "The folder of \(path) cannot be created: \(reason). Choose a directory that you may write to.",
                path: path)
        }
        return try AppendedFile(path, options)
    }

    var wantsPart: Bool {
        guard !isClosed else { return false }
        if table != nil, Self.day(options) > day {
            return refusedMicros.map { options.nowMicros() &- $0 >= Self.retryMicros } ?? true
        }
        guard let partBytes = options.partBytes else { return false }
        return file.length - refusedLength >= partBytes
    }

    /// Begins the next file; returns the failure if writing began to fail, and then continues in the current file.
    mutating func beginPart(stores: [RecordedStore]) -> RecordingError? {
        guard !isClosed else { return nil }
        let previous = header
        header.part += 1
        header.stores = stores
        let today = max(day, Self.day(options))
        let name = names.name(part: header.part)
        let next =
            table.map { "\($0.folder(day: CalendarDay(daysSince1970: today)))/\(name)" }
            ?? names.path(part: header.part)
        do throws(RecordingError) {
            var file = try Self.create(next, in: table, options)
            encodeHeader()
            do throws(RecordingError) {
                try file.append(line.bytes)
            } catch {
                file.close()
                options.calls.remove(next)
                throw error
            }
            let headerBytes = line.count
            endPart(reason: "rotated", next: name)
            self.file.close()
            bytes += headerBytes
            self.file = file
        } catch {
            header = previous
            refusedLength = file.length
            refusedMicros = options.nowMicros()
            return fail(error)
        }
        finish(path)
        path = next
        day = today
        partTransitions = 0
        refusedLength = 0
        refusedMicros = nil
        return nil
    }

    /// Writes the header with the stores and begins counting at their states.
    mutating func encodeHeader() {
        line.cut(to: 0)
        var sizes: [Int] = []
        header.write(to: &line, storeBytes: &sizes)
        line.append(text: "\n")
        let before = statuses
        statuses = [:]
        for (store, bytes) in zip(header.stores, sizes) {
            statuses[store.id] = StoreStatus(
                keyframeBytes: bytes, isBroken: store.state == nil, lost: before[store.id]?.lost)
        }
    }

    private mutating func endPart(reason: String, next: String?) {
        line.cut(to: 0)
        encodeWhatWasLost()
        RecordedEnd(
            t: WireInteger.difference(options.nowMicros(), header.startMicros), reason: reason,
            transitions: partTransitions, next: next
        ).write(to: &line)
        line.append(text: "\n")
        // A file without its end line is like one whose writer was killed; nothing else can be done here.
        guard (try? file.append(line.bytes)) != nil else { return }
        bytes += line.count
        forgetWhatWasLost()
    }

    private mutating func finish(_ path: String) {
        finishedParts.append(path)
        compression?.compress(path)
        guard let kept = options.partsKept else { return }
        while finishedParts.count > max(kept - 1, 1) {
            let (oldest, calls) = (finishedParts.removeFirst(), options.calls)
            let (isInTable, isCompressed) = (table != nil, compression != nil)
            let remove: @Sendable () -> Void = {
                calls.remove(oldest)
                if isCompressed { calls.remove(oldest + ".gz") }
                if isInTable { RecordingTable.removeFolders(of: oldest) }
            }
            // After it was compressed.
            if let compression { compression.then(remove) } else { remove() }
        }
    }

    mutating func close(reason: String) {
        guard !isClosed else { return }
        endPart(reason: reason, next: nil)
        isClosed = true
        file.close()
    }
}
