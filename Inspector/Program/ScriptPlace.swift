import Foundation

/// What a script was read from.
struct ScriptSource: Sendable, Hashable {
    /// What messages call it; `nil` for lines that are typed, piped or given with `-e`, whose place says nothing.
    var name: String?
    /// The directory that the files it includes are looked for in.
    var directory: String

    /// The number of its first line.
    var firstLine = 1

    /// Lines that are in no file.
    ///
    /// - Parameters:
    ///   - name: What messages call them; nothing where there is no more than one statement.
    ///   - firstLine: The number of the first one.
    static func lines(_ name: String? = nil, firstLine: Int = 1) -> ScriptSource {
        ScriptSource(name: name, directory: FileManager.default.currentDirectoryPath, firstLine: firstLine)
    }
}

/// Where a statement begins.
struct ScriptPlace: Sendable, Hashable {
    var source: ScriptSource
    /// From 1.
    var line: Int
    /// From 1, in characters.
    var column = 1

    /// Whether it tells anything: not of a single line that was typed.
    var isTelling: Bool { source.name != nil || line > source.firstLine }

    /// `checkout.strobe:12`, or `line 3` of what is in no file.
    var text: String { source.name.map { "\($0):\(line)" } ?? "line \(line)" }
}
