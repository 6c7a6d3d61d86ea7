import StrobeSystem

/// The source that a script was parsed from.
package struct ScriptSource: Sendable, Hashable {
    /// Its name in messages; `nil` for lines that are typed, piped or given with `-e`.
    package var name: String?
    /// The directory that its includes are relative to.
    package var directory: String

    /// The number of its first line.
    package var firstLine = 1
    /// Whether its lines are piped, and not typed.
    package var isPiped = false

    package init(
        name: String? = nil, directory: String, firstLine: Int = 1, isPiped: Bool = false
    ) {
        self.name = name
        self.directory = directory
        self.firstLine = firstLine
        self.isPiped = isPiped
    }

    /// A source that is not a file.
    ///
    /// - Parameters:
    ///   - name: Its name in messages; `nil` if it has one statement only.
    ///   - firstLine: The number of its first line.
    ///   - isPiped: Whether its lines are piped, and not typed.
    package static func lines(_ name: String? = nil, firstLine: Int = 1, isPiped: Bool = false) -> ScriptSource {
        ScriptSource(
            name: name, directory: FileManager.default.currentDirectoryPath, firstLine: firstLine, isPiped: isPiped)
    }
}

/// Where a statement begins.
package struct ScriptPlace: Sendable, Hashable {
    package var source: ScriptSource
    /// From 1.
    package var line: Int
    /// From 1, in characters.
    package var column = 1

    package init(
        source: ScriptSource, line: Int, column: Int = 1
    ) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// Whether it is worth showing: not for a single line that was typed.
    package var isTelling: Bool { source.name != nil || source.isPiped || line > source.firstLine }

    /// `checkout.strobe:12`, or `line 3` if there is no file.
    package var text: String { source.name.map { "\($0):\(line)" } ?? "line \(line)" }
}
