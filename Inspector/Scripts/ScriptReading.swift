import Foundation
import StrobeTree

/// What is kept while a script and the files that it includes are read.
///
/// Belongs to the one who reads.
final class ScriptReading {
    /// How deep loops may be nested, those of included files in those around them.
    static let maxDepth = 32
    /// How deep files may include each other.
    static let maxIncludes = 32
    /// How many statements there may be.
    static let maxStatements = 1_000_000
    /// How large a file may be, in bytes.
    static let maxBytes = 16 << 20
    /// How many errors are told.
    private static let maxFailures = 20

    /// The variables that there are at the place that is read.
    var variables: Set<String>
    /// Whether files are not read: it is only asked whether lines are whole.
    var ignoresFiles = false
    /// How deep the loops are nested at the place that is read.
    var depth = 0
    /// How many statements were read.
    var count = 0
    private(set) var failures: [ScriptFailure] = []
    /// How many errors are not told.
    private(set) var untold = 0
    /// The files that are being read, each included by the one before it.
    private var files: [(path: String, name: String)] = []
    private var isFull = false

    init(variables: some Sequence<String> = EmptyCollection()) {
        self.variables = Set(variables)
    }

    func note(_ failure: ScriptFailure) {
        if failures.count < Self.maxFailures { failures.append(failure) } else { untold += 1 }
    }

    /// Whether one more statement may be read; says once that none may.
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

    /// What was read, or what is wrong with it.
    func checked(_ script: Script) throws -> Script {
        if failures.count == 1, untold == 0 { throw failures[0] }
        guard failures.isEmpty else { throw ScriptErrors(failures: failures, untold: untold) }
        return script
    }

    // MARK: - Files

    /// Reads a file as a script.
    ///
    /// - Parameter name: What messages call it.
    /// - Throws: ``InspectorError`` (`usage`) where it cannot be read, or includes itself.
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
        defer { files.removeLast() }
        let source = ScriptSource(name: name, directory: url.deletingLastPathComponent().path)
        var reader = ScriptReader(text, from: source, reading: self)
        return reader.script()
    }

    /// Reads a file that another one includes.
    func include(_ file: String, from source: ScriptSource) throws(InspectorError) -> Script {
        let path = file.hasPrefix("/") ? file : source.directory + "/" + file
        guard !ignoresFiles else { return Script() }
        // Named as it would be from where one is.
        let directory = source.name.map { ($0 as NSString).deletingLastPathComponent } ?? ""
        let name = file.hasPrefix("/") || directory.isEmpty ? file : directory + "/" + file
        return try self.file(path, name: name)
    }

    /// The text of a file.
    ///
    /// - Throws: ``InspectorError`` (`usage`) where it is none, or too large.
    static func text(of path: String, name: String) throws(InspectorError) -> String {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        guard let attributes else {
            throw InspectorError(
                .usage, "The file \(name) cannot be read. Check that it is there and that you may read it.")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw InspectorError(.usage, "\(name) is not a file of text.")
        }
        guard (attributes[.size] as? NSNumber)?.intValue ?? 0 <= maxBytes else {
            throw InspectorError(.usage, "The file \(name) is larger than \(NumberText.bytes(maxBytes)).")
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw InspectorError(
                .usage, "The file \(name) cannot be read. Check that it is there and that you may read it.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw InspectorError(.usage, "The file \(name) is not UTF-8 text.")
        }
        return text
    }
}
