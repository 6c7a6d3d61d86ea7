import InspectorCore
import StrobeSystem
import StrobeTree

/// The state shared while a script and its included files are parsed.
///
/// Not thread-safe.
final class ScriptReading {
    /// The maximum depth of loops, including those around an included file.
    static let maxDepth = 32
    /// The maximum depth of includes.
    static let maxIncludes = 32
    /// The maximum depth of aliases that expand to aliases.
    static let maxExpansions = 16
    /// The maximum number of statements.
    static let maxStatements = 1_000_000
    /// The maximum size of a file, in bytes.
    static let maxBytes = 16 << 20
    /// The maximum number of errors reported.
    private static let maxFailures = 20

    /// The variables set at the current place.
    var variables: Set<String>
    /// Whether includes are skipped: only the completeness of lines is checked.
    var ignoresFiles = false
    /// The commands of the aliases.
    var aliases: [String: String] = [:]
    /// The number of aliases that are being replaced, each by the one before it.
    var expansions = 0
    /// Whether a command may be piped to one of the shell: not in files, which may come from anyone.
    var allowsShell = false
    /// The depth of loops at the current place.
    var depth = 0
    /// The number of statements parsed.
    var count = 0
    private(set) var failures: [ScriptFailure] = []
    /// Whether more lines could complete a statement.
    private(set) var isIncomplete = false
    /// The number of errors not reported.
    private(set) var unreported = 0
    /// The files being parsed, each included by the one before it.
    private var files: [(path: String, name: String)] = []
    private var isFull = false

    init(variables: some Sequence<String> = EmptyCollection()) {
        self.variables = Set(variables)
    }

    func note(_ failure: ScriptFailure) {
        if failure.isIncomplete { isIncomplete = true }
        if failures.count < Self.maxFailures { failures.append(failure) } else { unreported += 1 }
    }

    /// Whether another statement may be parsed; reports the limit once.
    func hasRoom(at place: ScriptPlace) -> Bool {
        guard count >= Self.maxStatements else { return true }
        if !isFull {
            let limit = NumberText.grouped(Self.maxStatements)
            note(
                ScriptFailure(
                    place: place, underlying: InspectorError(.usage, "The script has more than \(limit) statements.")))
        }
        isFull = true
        return false
    }

    /// Returns the script, or throws its errors.
    func checked(_ script: Script) throws -> Script {
        if failures.count == 1, unreported == 0 { throw failures[0] }
        guard failures.isEmpty else { throw ScriptErrors(failures: failures, unreported: unreported) }
        return script
    }

    /// Parses lines that are typed or piped.
    func lines(_ text: String, firstLine: Int = 1, isPiped: Bool = false) -> Script {
        var reader = ScriptReader(text, from: .lines(firstLine: firstLine, isPiped: isPiped), reading: self)
        return reader.script()
    }

    // MARK: - Files

    /// Parses a file as a script.
    ///
    /// - Parameter name: Its name in messages.
    /// - Throws: ``InspectorError`` (`usage`) if it cannot be read, or includes itself.
    func file(_ path: String, name: String) throws(InspectorError) -> Script {
        let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        guard !files.contains(where: { $0.path == url.path }) else {
            let chain = files.map(\.name) + [name]
            throw InspectorError(.usage, "The file \(name) includes itself: \(chain.joined(separator: " → ")).")
        }
        guard files.count < Self.maxIncludes else {
            throw InspectorError(.usage, "Files include each other deeper than \(Self.maxIncludes) levels.")
        }
        let text = try Self.text(of: path, name: name)
        files.append((url.path, name))
        let allowed = allowsShell
        allowsShell = false
        defer {
            files.removeLast()
            allowsShell = allowed
        }
        let source = ScriptSource(name: name, directory: url.deletingLastPathComponent().path)
        var reader = ScriptReader(text, from: source, reading: self)
        return reader.script()
    }

    /// Parses an included file.
    func include(_ file: String, from source: ScriptSource) throws(InspectorError) -> Script {
        let path = file.hasPrefix("/") ? file : source.directory + "/" + file
        guard !ignoresFiles else { return Script() }
        // The name is relative to the working directory.
        let directory = source.name.map { $0.directoryPath } ?? ""
        let name = file.hasPrefix("/") || directory.isEmpty ? file : directory + "/" + file
        return try self.file(path, name: name)
    }

    /// The text of a file.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if it is not a text file, or too large.
    static func text(of path: String, name: String) throws(InspectorError) -> String {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        guard let attributes else {
            throw InspectorError(
                .usage, "The file \(name) cannot be read. Check that it exists and is readable.")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw InspectorError(.usage, "\(name) is not a text file.")
        }
        guard (attributes[.size] as? UInt64) ?? 0 <= maxBytes else {
            throw InspectorError(.usage, "The file \(name) is larger than \(NumberText.bytes(maxBytes)).")
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw InspectorError(
                .usage, "The file \(name) cannot be read. Check that it exists and is readable.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw InspectorError(.usage, "The file \(name) is not UTF-8 text.")
        }
        return text
    }
}
