internal import StrobeRecording
internal import StrobeTree

extension FuzzTarget {
    private static let recordingTokens =
        FuzzSamples.jsonTokens + [
            "\"kind\":\"transition\"", "\"seq\":", "\"fromSeq\":1", "\"store\":\"shop\"", "\"t\":-1", "\"changes\":[]",
            "{\"kind\":\"end\",\"t\":1,\"reason\":\"stopped\",\"transitions\":1}",
        ]

    private static let recordings: [[UInt8]] = ["examples", "damaged", "invalid"].flatMap {
        FuzzSamples.files("recording/\($0)", ".jsonl").map(\.bytes)
    }.filter { $0.count < 1 << 15 }

    /// One line of a recording: parsed, written and parsed again.
    static let recordingLine = FuzzTarget(
        "recordingLine",
        FuzzSamples(recordings.flatMap { $0.split(separator: 0x0A).map(Array.init) }, tokens: recordingTokens)
    ) { input in
        let line = input.withUnsafeBytes { bytes in
            Result { () throws(RecordingError) in try RecordingLine(parsing: bytes) }
        }
        switch line {
        case .failure(let error):
            try FuzzFinding.unless(!error.message.isEmpty, "an error without a message")
            return .refused
        case .success(let line):
            let again = Result { () throws(RecordingError) in try RecordingLine(parsing: line.text) }
            try FuzzFinding.unless(again == .success(line), "\(line.text) is read as \(again)")
            return .understood()
        }
    }

    /// A recording in a file, with every query for its contents.
    static let recording = FuzzTarget(
        "recording", FuzzSamples(recordings, tokens: recordingTokens, isLines: true)
    ) { input in
        do {
            let file = try FuzzFile(input)
            let reader = try RecordingReader(
                paths: [file.path], limits: RecordingLimits(lineBytes: 1 << 15, lines: 2_000, stores: 40))
            try readAll(reader)
            try FuzzFinding.unless(try reader.refresh().isEmpty, "a file that did not change has news")
            return reader.stores.contains { $0.transitions > 0 } ? .understood() : .refused
        } catch let error as RecordingError {
            try FuzzFinding.unless(!error.message.isEmpty, "an error without a message")
            return .refused
        }
    }

    private static func readAll(_ reader: RecordingReader) throws {
        for store in reader.stores {
            let seqs = Set([
                0, 1, 2, 3, store.firstSeq, store.lastSeq, store.lastSeq &- 1, store.lastSeq &+ 1, .max, -1,
            ])
            var states: [Int: Value] = [:]
            for seq in seqs.sorted() {
                states[seq] = try? reader.state(at: seq, of: store.id)
                try FuzzFinding.unless(
                    states[seq] == nil || reader.isKnown(seq, of: store.id),
                    "the state at \(seq) is told, but not known")
            }
            // Computed in another order, the states must be equal.
            for seq in seqs.sorted(by: >) {
                try FuzzFinding.unless(
                    (try? reader.state(at: seq, of: store.id)) == states[seq],
                    "the state at \(seq) depends on the way there")
            }
            let transitions = try reader.transitions(0...Int.max, of: store.id)
            try FuzzFinding.unless(
                transitions.count <= store.transitions, "there are more transitions than were counted")
            try FuzzFinding.unless(
                zip(transitions, transitions.dropFirst()).allSatisfy { $0.seq < $1.seq }, "transitions are out of order"
            )
            for seq in seqs {
                _ = reader.knownSeq(atOrBefore: seq, of: store.id)
                _ = reader.knownSeq(atOrAfter: seq, of: store.id)
                _ = try? reader.keyframe(atOrBefore: seq, of: store.id)
                _ = try? reader.transition(seq, of: store.id)
            }
            _ = reader.gaps(of: store.id)
            _ = reader.notes(of: store.id)
        }
        _ = reader.notes(of: nil)
        for index in [0, 3, reader.eventCount, .max] { _ = try? reader.events(from: index, limit: 10_000) }
        if let store = reader.stores.first, let export = try? DevToolsExport(reader, store: store.id) {
            for shape in [DevToolsShape.lifted, .actions] { _ = try? export.value(shape) }
        }
        _ = reader.isComplete
    }

    /// Exports of Redux DevTools: an import results in a complete recording.
    static let devTools = FuzzTarget(
        "devTools",
        FuzzSamples(exports, tokens: FuzzSamples.jsonTokens + ["\"actionsById\":", "\"1\":", "\"payload\":"])
    ) { input in
        do {
            let lines = try DevToolsImport(input, name: "shop", startMicros: 1_000_000).lines
            let file = try FuzzFile(lines.flatMap { Array($0.text.utf8) + [0x0A] })
            let reader = try RecordingReader(paths: [file.path])
            try FuzzFinding.unless(
                reader.damage.isEmpty && reader.isComplete, "what was imported is damaged: \(reader.damage)")
            try readAll(reader)
            return .understood()
        } catch let error as RecordingError {
            try FuzzFinding.unless(
                error.code == .notConvertible || error.code == .tooLarge, "an import has the error \(error)")
            return .refused
        }
    }

    private static let exports: [String] = {
        let lifted = #"""
            {"monitorState":{"selected":3},"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},
            "timestamp":1461248785265},"1":{"type":"PERFORM_ACTION","action":{"type":"ADD","payload":{"id":1}},
            "timestamp":1461248788433},"2":{"type":"PERFORM_ACTION","action":{"type":"MORE"},"timestamp":1461248788589.5,
            "stack":"Error"}},"nextActionId":3,"stagedActionIds":[0,1,2],"skippedActionIds":[2],"currentStateIndex":1,
            "committedState":{"n":0},"isLocked":false,"isPaused":false,"computedStates":[{"state":{"n":0}},
            {"state":{"n":1,"list":[{"id":1}]}},{"state":{"n":1,"list":[]},"error":"TypeError"}]}
            """#
        return [
            lifted, #"{"payload":"[{\"type\":\"A\"},{\"type\":\"B\",\"by\":2}]","preloadedState":"{\"n\":5}"}"#,
            #"[{"type":"A"},{"type":"B"}]"#, JSON.text(["payload": .string(lifted), "preloadedState": "{\"n\":0}"]),
        ]
    }()
}
