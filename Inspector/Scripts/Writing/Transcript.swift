import Foundation
import LineEditing
import StrobeTree

/// A file that commands are written into as they are run, so that it does the same again.
struct Transcript: Sendable {
    let path: String
    /// How many commands were written.
    private(set) var count = 0
    /// How many answers of effects were written.
    private(set) var waits = 0
    /// Up to which entry of each store that was changed from here answers of effects were looked for.
    var marks: [String: Int] = [:]
    private let handle: FileHandle
    /// The store that the lines so far leave in use.
    private var store: String?

    /// Makes the file.
    ///
    /// - Parameter replacesFile: Whether a file that is there is replaced.
    /// - Throws: ``InspectorError`` (`failed`) where it cannot be made.
    init(path: String, replacesFile: Bool) throws(InspectorError) {
        let full = (path as NSString).expandingTildeInPath
        self.path = path
        guard replacesFile || !FileManager.default.fileExists(atPath: full) else {
            throw InspectorError(.failed, "The file \(path) is there already. --force replaces it.")
        }
        handle = try OutputFile.make(full)
        try write(["# Commands that changed something, as they were given; strobe attach NAME -f \(path) runs them."])
    }

    /// Writes a command behind what puts its store into use.
    mutating func add(command: String, store: String?) throws(InspectorError) {
        var writer = ScriptWriter(store: self.store)
        writer.add(command: command, store: store)
        if let store { self.store = store }
        try write(writer.lines)
        count += 1
    }

    /// Writes that an answer of an effect is waited for.
    mutating func add(wait: String, store: String) throws(InspectorError) {
        var writer = ScriptWriter(store: self.store)
        writer.add(command: wait, store: store)
        self.store = store
        try write(writer.lines)
        waits += 1
    }

    /// What was written, for programs.
    var object: Value {
        ["script": .string(path), "commands": .int(Int64(count)), "waits": .int(Int64(waits))]
    }

    /// What was written, for people.
    var summary: StyledText {
        let waits = waits > 0 ? " and \(NumberText.counted(waits, "wait"))" : ""
        return StyledText("\(NumberText.counted(count, "command"))\(waits) written to ", .dim)
            + StyledText(path, .strong)
    }

    private func write(_ lines: [String]) throws(InspectorError) {
        do {
            try handle.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw InspectorError(.failed, "The file \(path) cannot be written: \(error.localizedDescription)")
        }
    }

    func close() {
        try? handle.close()
    }
}
