import InspectorCore
import LineEditing
import StrobeSystem
import StrobeTree

/// A script file to which commands are written as they run, so that it repeats the session.
struct Transcript: Sendable {
    let path: String
    /// The number of commands written.
    private(set) var count = 0
    /// The number of waits for effect answers written.
    private(set) var waits = 0
    /// The last entry examined for effect answers, for each store that this session changed.
    var marks: [String: Int] = [:]
    private let file: OutputFile.Descriptor
    /// The current store after the lines so far.
    private var store: String?

    /// Creates the file.
    ///
    /// - Parameter replacesFile: Whether an existing file is replaced.
    /// - Throws: ``InspectorError`` (`failed`) if it cannot be created.
    init(path: String, replacesFile: Bool) throws(InspectorError) {
        let full = path.expandingTilde
        self.path = path
        guard replacesFile || !FileManager.default.fileExists(atPath: full) else {
            throw InspectorError(.failed, "The file \(path) already exists. --force replaces it.")
        }
        file = try OutputFile.make(full)
        try write(["# Commands that changed something, as typed; strobe attach NAME -f \(path) runs them."])
    }

    /// Writes a command, after a `use` of its store if needed.
    mutating func add(command: String, store: String?) throws(InspectorError) {
        var writer = ScriptWriter(store: self.store)
        writer.add(command: command, store: store)
        if let store { self.store = store }
        try write(writer.lines)
        count += 1
    }

    /// Writes a wait for the answer of an effect.
    mutating func add(wait: String, store: String) throws(InspectorError) {
        var writer = ScriptWriter(store: self.store)
        writer.add(command: wait, store: store)
        self.store = store
        try write(writer.lines)
        waits += 1
    }

    /// The number of lines written, as JSON.
    var object: Value {
        ["script": .string(path), "commands": .int(Int64(count)), "waits": .int(Int64(waits))]
    }

    /// The number of lines written, as text.
    var summary: StyledText {
        let waits = waits > 0 ? " and \(NumberText.counted(waits, "wait"))" : ""
        return StyledText("\(NumberText.counted(count, "command"))\(waits) written to ", .dim)
            + StyledText(path, .strong)
    }

    private func write(_ lines: [String]) throws(InspectorError) {
        if let reason = file.write(lines.joined(separator: "\n") + "\n") {
            throw InspectorError(.failed, "The file \(path) cannot be written: \(reason).")
        }
    }
}
