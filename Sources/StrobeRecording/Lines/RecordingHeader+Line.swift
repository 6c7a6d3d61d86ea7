internal import StrobeTree

extension RecordingHeader {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        let format = try members.string("format")
        guard format == Self.format else {
            throw RecordingError(
                .notARecording,
                "The header's format is \"\(format)\", not \"\(Self.format)\": this is not a recording.")
        }
        let version = try members.int("version")
        guard version == Self.version else {
            throw RecordingError(
                .unsupportedVersion,
                "The recording is of version \(version) of the format; this program reads version \(Self.version). "
                    + "Open it with the release that wrote it.")
        }
        id = try members.string("id")
        part = try members.optionalInt("part") ?? 1
        startMicros = try members.int64("startMicros")
        members.drop("startedAt")
        process = try Process(members.object("process"))
        platform = try members.optionalObject("platform").map { members throws(RecordingError) in try Platform(members)
        }
        recorder = try Recorder(members.object("recorder"))
        redaction = nil
        if var rules = try members.optionalObject("redaction") { redaction = try rules.strings("rules") }
        stores = []
        for store in try members.objects("stores") { stores.append(try RecordedStore(store)) }
        extra = members.rest
        guard part >= 1 else {
            throw RecordingError(.malformedLine, "The header's part is \(part); parts are counted from 1.")
        }
    }

    func write(to line: inout JSONLine) {
        var sizes: [Int] = []
        write(to: &line, storeBytes: &sizes)
    }

    /// Writes the line, and counts how many bytes of it each store takes.
    func write(to line: inout JSONLine, storeBytes: inout [Int]) {
        line.open()
        line.member("kind", "header")
        line.member("format", Self.format)
        line.member("version", Self.version)
        line.member("id", id)
        line.member("part", part)
        line.member("startedAt", TimeStamp.text(micros: startMicros))
        line.member("startMicros", startMicros)
        line.object("process") { line in
            line.member("pid", process.pid)
            line.member("name", process.name)
            line.member("startedAt", process.startedAt)
            line.member("version", process.version)
            line.member("host", process.host)
            line.members(process.extra)
        }
        if let platform {
            line.object("platform") { line in
                line.member("system", platform.system)
                line.member("architecture", platform.architecture)
                line.members(platform.extra)
            }
        }
        line.object("recorder") { line in
            line.member("name", recorder.name)
            line.member("version", recorder.version)
            line.member("place", recorder.place)
            line.members(recorder.extra)
        }
        if let redaction {
            line.object("redaction") { $0.member("rules", Value.array(redaction.map(Value.string))) }
        }
        line.list("stores", stores) { store, line in
            let start = line.count
            store.write(to: &line)
            storeBytes.append(line.count - start)
        }
        line.members(extra)
        line.close()
    }
}

extension RecordingHeader.Process {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        pid = try members.optionalInt("pid")
        name = try members.string("name")
        startedAt = try members.optionalString("startedAt")
        version = try members.optionalString("version")
        host = try members.optionalString("host")
        extra = members.rest
    }
}

extension RecordingHeader.Platform {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        system = try members.optionalString("system") ?? "unknown"
        architecture = try members.optionalString("architecture") ?? "unknown"
        extra = members.rest
    }
}

extension RecordingHeader.Recorder {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        name = try members.string("name")
        version = try members.optionalString("version") ?? ""
        place = try members.optionalString("place") ?? "process"
        extra = members.rest
    }
}
