import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// The maximum number of effect answers that the script waits for between two commands.
    private static let mostWaits = 20

    /// Starts to write commands that change something to a script.
    func startTranscript(_ path: String, replacesFile: Bool) throws {
        if let transcript {
            throw InspectorError(
                .failed, "Commands are already being written to \(transcript.path). `record stop` ends that.")
        }
        transcript = try Transcript(path: path, replacesFile: replacesFile)
    }

    /// Closes the script.
    ///
    /// - Returns: The script; `nil` if there is none.
    func stopTranscript() async -> Transcript? {
        await writeWaits()
        defer { transcript = nil }
        return transcript
    }

    /// Closes the script as the session ends, and reports it.
    func endTranscript() async {
        guard let transcript = await stopTranscript() else { return }
        if options.isJSON {
            console.report(machineLine: MachineLine.text(transcript.object, of: "record"))
        } else {
            console.report([transcript.summary])
        }
    }

    /// Writes a typed line if a script is being written and the line changes something.
    func transcribe(_ text: String, _ script: Script, from before: Location) {
        guard var writing = transcript else { return }
        guard script.all.contains(where: { $0.command.isNeededAgain($0.text) }) else { return }
        var line = String(text[...].trimmedBlanks)
        if script.statements.count == 1, let only = script.statements.first,
            let rewritten = only.command.rewritten?(only.text, before)
        {
            line = rewritten
        }
        let store = before.store
        perform(&writing) { writing throws(InspectorError) in
            try writing.add(command: line, store: store)
        }
        for (store, seq) in sent.last { writing.marks[store] = max(writing.marks[store] ?? 0, seq) }
        if transcript != nil { transcript = writing }
    }

    /// Writes waits for the effect answers that arrived since the last command.
    func writeWaits() async {
        guard let stores = transcript?.marks else { return }
        for (store, mark) in stores.sorted(by: { $0.key < $1.key }) {
            let request = LogList(
                store: store, from: mark + 1, limit: Self.mostWaits, filter: .init(origin: "effect"))
            guard let entries = try? await answer(request).result.entries, var writing = transcript else { continue }
            // Actions of other clients and their effects are not part of this script.
            var own = Set(sent.seqs(of: store))
            for entry in entries where entry.cause.map(own.contains) == true {
                own.insert(entry.seq)
                perform(&writing) { writing throws(InspectorError) in
                    try writing.add(wait: ScriptWriter.wait(for: entry), store: store)
                }
            }
            writing.marks[store] = max(mark, entries.last?.seq ?? 0)
            if transcript != nil { transcript = writing }
        }
    }

    /// Runs a write; an error ends the script and is reported once.
    private func perform(_ writing: inout Transcript, _ body: (inout Transcript) throws(InspectorError) -> Void) {
        guard transcript != nil else { return }
        do throws(InspectorError) {
            try body(&writing)
        } catch {
            report(error)
            transcript = nil
        }
    }
}
