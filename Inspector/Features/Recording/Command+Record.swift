import InspectorCore
import LineEditing
import StrobeRecording
import StrobeTree

extension Command {
    static let record = Command(
        name: "record", group: .session, arguments: "[start FILE | stop]",
        summary: "start, stop or show a recording",
        details: [
            "All stores are recorded, with every action, its changes, effects and notes, until `record stop` or the",
            "end of the session; the prompt shows ● meanwhile. FILE is JSON Lines, readable at any time and after a",
            "crash. `strobe open FILE` opens it like a live process; `note TEXT` adds a note. With --as-script the",
            "commands that change something are written to FILE as you give them, with waits for the answers of",
            "effects in between: -f FILE repeats them.",
        ],
        options: [
            Option(name: "store", value: "ID,...", summary: "only these stores", completion: .store),
            Option(name: "past", summary: "start with the oldest state in the log"),
            Option(name: "force", summary: "replace an existing file"),
            Option(name: "part-size", value: "SIZE", summary: "start a new file after this size: 16MB"),
            Option(
                name: "as-script", value: "FILE", summary: "write the commands that change something as a script",
                completion: .file),
        ], limit: 2, completion: [.word(["start", "stop"]), .file]
    ) { invocation, context in
        switch invocation.argument {
        case nil:
            if let path = invocation.value("as-script") {
                try await context.session.startTranscript(path, replacesFile: invocation.has("force"))
                context.show(
                    ["script": .string(path)],
                    [StyledText("commands that change something are written to ", .dim) + StyledText(path, .strong)])
                return
            }
            if let transcript = await context.session.transcript {
                context.show(transcript.object, [transcript.summary])
                guard await context.session.recorder != nil else { return }
            }
            guard let recorder = await context.session.recorder else {
                context.show(
                    ["recording": false], [StyledText("not recording; `record start FILE` starts", .dim)])
                return
            }
            let status = await recorder.status
            context.show(status.object, RecorderRendering(layout: context.layout).lines(status))
        case "start":
            let status = try await context.session.startRecording(try invocation.recordingOptions())
            context.show(status.object, RecorderRendering(layout: context.layout).begun(status))
        case "stop":
            if let path = invocation.arguments.dropFirst().first {
                throw InspectorError(.usage, "`record stop` takes no file; `\(path)` is one argument too many.")
            }
            let transcript = await context.session.stopTranscript()
            if let transcript { context.show(transcript.object, [transcript.summary]) }
            guard let status = await context.session.stopRecording() else {
                if transcript != nil { return }
                throw InspectorError(.failed, "Nothing is being recorded. `record start FILE` starts a recording.")
            }
            context.show(status.object, RecorderRendering(layout: context.layout).summary(status))
            if let failure = status.failure { throw InspectorError(.failed, "The end was not written: \(failure)") }
        case let word?:
            throw InspectorError(
                .usage,
                "`record` takes `start FILE`, `stop` or nothing, not `\(word)`. "
                    + "Did you mean `record start \(word)`?")
        }
    }

    static let note = Command(
        name: "note", group: .session, arguments: "TEXT", summary: "add a note to the recording",
        details: ["It is added at the current position of the current store. The process is not notified."], limit: nil,
        tail: .text
    ) { invocation, context in
        guard let text = invocation.argument else {
            throw InspectorError(.usage, "`note` needs a text. Usage: \(invocation.command.usage)")
        }
        guard let recorder = await context.session.recorder else {
            throw InspectorError(
                .failed,
                "This session is not recording, so it cannot add a note; recordings of other sessions and of "
                    + "`strobe record` do not get it. `record start FILE` starts one; "
                    + "`mark NAME --note TEXT` annotates a position in the history.")
        }
        let store = context.location.store
        if !context.options.isInteractive { await context.session.settle() }
        let seq = await recorder.note(text, store: store)
        var object: Value.Object = ["text": .string(text)]
        if let store { object["store"] = .string(store) }
        if let seq { object["seq"] = .int(Int64(seq)) }
        context.show(
            .object(object),
            [StyledText("noted ", .dim) + StyledText(seq.map { "@\($0)" } ?? "", .strong) + "  " + StyledText(text)])
    }
}

extension Invocation {
    /// The options of `record start`.
    fileprivate func recordingOptions() throws(InspectorError) -> ClientRecorder.Options {
        guard let path = arguments.dropFirst().first else {
            throw InspectorError(.usage, "`record start` needs a file, such as `record start demo.jsonl`.")
        }
        var options = ClientRecorder.Options(path: path, place: "inspector")
        options.stores = (value("store") ?? "").split(separator: ",").map(String.init)
        options.includesPast = has("past")
        options.writing.replacesFile = has("force")
        if let size = value("part-size") { options.writing.partBytes = try ByteCount.required(size, of: "--part-size") }
        return options
    }
}
