internal import Foundation
internal import StrobeTree

/// Valid inputs of a target, and parts for its mutations.
public struct FuzzSamples: Sendable {
    /// The inputs.
    public let texts: [[UInt8]]
    /// Tokens with a meaning for the target.
    let tokens: [[UInt8]]
    /// Parts of samples, used as replacements.
    let values: [Value]
    /// Whether an input consists of lines.
    let isLines: Bool

    init(_ texts: [[UInt8]], tokens: [String] = [], isLines: Bool = false) {
        self.texts = texts
        self.tokens = (tokens + ["", "\n", "\0", "\u{FEFF}", "\u{301}", "\u{1F600}"]).map { Array($0.utf8) }
        self.isLines = isLines
        let lines = isLines ? texts.flatMap { $0.split(separator: 0x0A).map(Array.init) } : texts
        values = lines.prefix(400).compactMap { try? JSON.parse($0) }
    }

    init(_ texts: [String], tokens: [String] = [], isLines: Bool = false) {
        self.init(texts.map { Array($0.utf8) }, tokens: tokens, isLines: isLines)
    }

    /// The tokens of JSON.
    static let jsonTokens = [
        "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u0000", "\\ud83d\\ude00", "\\ud800", "null", "true", "false", "-",
        "-0", "1e999", "1e-999", "0.1", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "{}",
        "[]",
        "\"\"", "\r", "\t", "\u{7F}", "\\/",
    ]

    // MARK: The specification

    /// The folder `protocols` of this package.
    private static let specification = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols")

    /// The files of a folder and its subfolders, in order, with their paths from `protocols`.
    static func files(_ folder: String, _ ending: String) -> [(path: String, bytes: [UInt8])] {
        let root = specification.appendingPathComponent(folder)
        let names = (FileManager.default.enumerator(atPath: root.path)?.allObjects ?? []).compactMap { $0 as? String }
        return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
            guard let data = try? Data(contentsOf: root.appendingPathComponent(name)) else { return nil }
            return ("\(folder)/\(name)", [UInt8](data))
        }
    }

    static func json(_ path: String) -> Value {
        guard let data = try? Data(contentsOf: specification.appendingPathComponent(path)) else { return .null }
        return (try? JSON.parse([UInt8](data))) ?? .null
    }

    /// The lines that one side sends in the transcripts, one transcript after the other.
    static func transcripts(of side: String) -> [[[UInt8]]] {
        files("v1/transcripts", ".jsonl").map { file in
            file.bytes.split(separator: 0x0A).compactMap { line in
                guard let step = try? JSON.parse(line) else { return nil }
                if case .string(let text)? = step.value(at: Path([side + "Text"])) { return Array(text.utf8) }
                return step.value(at: Path([side])).map { Array(JSON.text($0).utf8) }
            }
        }
    }
}
