import Foundation
import StrobeTree

@testable import Inspector

/// A file of Swift, as the compiler's own parser reads it.
struct SwiftFile {
    /// The tree that the parser made of it, as it prints it.
    let tree: String

    /// Has a file parsed.
    ///
    /// - Throws: What the parser says, where it is no Swift.
    init(parsing source: String) throws {
        tree = try ExternalTool.withFolder { folder in
            try Data(source.utf8).write(to: folder.appending(path: "main.swift"))
            return try ExternalTool.run("swiftc", ["-frontend", "-dump-parse", "main.swift"], in: folder)
        }
    }

    /// How many literals of text there are.
    var literals: Int { tree.components(separatedBy: "(string_literal_expr ").count - 1 }

    /// How many of them have something in them that is run.
    var interpolations: Int { tree.components(separatedBy: "(interpolated_string_literal").count - 1 }

    /// All names that are referred to, but for members behind a dot.
    var names: Set<String> { found(behind: "(unresolved_decl_ref_expr type=\"<null>\" name=\"") }

    /// All members behind a dot.
    var members: Set<String> {
        found(behind: "(unresolved_dot_expr type=\"<null>\" field=\"")
            .union(found(behind: "(unresolved_member_expr type=\"<null>\" name=\""))
    }

    // Of bytes, since a quote and what begins a name may be one character.
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

    /// The values of literals, by the compiler: a program that has them prints them.
    static func values(of literals: [String]) throws -> [[UInt8]] {
        var lines = ["func show(_ text: String) { print(text.utf8.map { String($0) }.joined(separator: \" \")) }"]
        // The compiler takes its time for long functions.
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
