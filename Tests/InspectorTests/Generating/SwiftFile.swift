import Foundation
import StrobeTree

@testable import Inspector

/// A Swift file, as parsed by the compiler's own parser.
struct SwiftFile {
    /// The syntax tree, as printed by the parser.
    let tree: String

    /// Parses a file.
    ///
    /// - Throws: The errors of the parser.
    init(parsing source: String) throws {
        tree = try ExternalTool.withFolder { folder in
            try Data(source.utf8).write(to: folder.appending(path: "main.swift"))
            return try ExternalTool.run("swiftc", ["-frontend", "-dump-parse", "main.swift"], in: folder)
        }
    }

    /// The number of string literals.
    var literals: Int { tree.components(separatedBy: "(string_literal_expr ").count - 1 }

    /// The number of string literals with interpolations.
    var interpolations: Int { tree.components(separatedBy: "(interpolated_string_literal").count - 1 }

    /// All names that are referred to, except members after a dot.
    var names: Set<String> { found(behind: "(unresolved_decl_ref_expr type=\"<null>\" name=\"") }

    /// All members after a dot.
    var members: Set<String> {
        found(behind: "(unresolved_dot_expr type=\"<null>\" field=\"")
            .union(found(behind: "(unresolved_member_expr type=\"<null>\" name=\""))
    }

    // On bytes, since a quote and the beginning of a name may form one character.
    private func found(behind mark: String) -> Set<String> {
        let mark = Array(mark.utf8)
        var names: Set<String> = []
        for line in tree.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let bracket = line.firstIndex(of: UInt8(ascii: "(")), line[bracket...].starts(with: mark) else {
                continue
            }
            let name = line[bracket...].dropFirst(mark.count).prefix { $0 != UInt8(ascii: "\"") }
            names.insert(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    /// The values of literals according to the compiler: a program with the literals prints them.
    static func values(of literals: [String]) throws -> [[UInt8]] {
        var lines = ["func show(_ text: String) { print(text.utf8.map { String($0) }.joined(separator: \" \")) }"]
        // Long functions are slow to compile.
        for start in stride(from: 0, to: literals.count, by: 100) {
            let part = literals[start..<min(start + 100, literals.count)]
            lines += ["func part\(start)() {"] + part.map { "    show(\($0))" } + ["}", "part\(start)()"]
        }
        let output = try ExternalTool.withFolder { folder in
            try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "main.swift"))
            _ = try ExternalTool.run("swiftc", ["-Onone", "main.swift", "-o", "program"], in: folder)
            return try ExternalTool.run("env", ["./program"], in: folder)
        }
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            line.split(separator: " ").compactMap { UInt8($0) }
        }
    }
}
