import StrobeSystem

/// The source that a script was parsed from.
struct ScriptSource: Sendable, Hashable {
    /// Its name in messages; `nil` for lines that are typed, piped or given with `-e`.
    var name: String?
    /// The directory that its includes are relative to.
    var directory: String

    /// The number of its first line.
    var firstLine = 1
    /// Whether its lines are piped, and not typed.
    var isPiped = false

    /// A source that is not a file.
    ///
    /// - Parameters:
    ///   - name: Its name in messages; `nil` if it has one statement only.
    ///   - firstLine: The number of its first line.
    ///   - isPiped: Whether its lines are piped, and not typed.
    static func lines(_ name: String? = nil, firstLine: Int = 1, isPiped: Bool = false) -> ScriptSource {
        ScriptSource(
            name: name, directory: FileManager.default.currentDirectoryPath, firstLine: firstLine, isPiped: isPiped)
    }
}

/// Where a statement begins.
struct ScriptPlace: Sendable, Hashable {
    var source: ScriptSource
    /// From 1.
    var line: Int
    /// From 1, in characters.
    var column = 1

    /// Whether it is worth showing: not for a single line that was typed.
    var isTelling: Bool { source.name != nil || source.isPiped || line > source.firstLine }

    /// `checkout.strobe:12`, or `line 3` if there is no file.
    var text: String { source.name.map { "\($0):\(line)" } ?? "line \(line)" }
}
