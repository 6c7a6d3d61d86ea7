import Foundation
import Testing

/// The messages of errors, as the sources write them.
@Suite("The messages of errors", .timeLimit(.minutes(5)))
struct ErrorMessageTests {
    @Test("each is a sentence: it does not begin with a small letter, and has an end")
    func sentences() throws {
        // The initialisers and factories whose argument is a message.
        let call = /\b(?:[A-Z][A-Za-z]*Error\(\s*\.[a-zA-Z]+,|\.(?:invalidEdit|notReplayable)\()\s*(?=")/
        var count = 0
        for folder in ["Sources", "Inspector", "protocols/conformance"] {
            for file in try sources(in: folder) {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: call) {
                    let message = Self.message(text[match.range.upperBound...]).trimmingCharacters(
                        in: .whitespacesAndNewlines)
                    count += 1
                    let begins = message.first.map { !($0.isLowercase) } ?? true
                    // An interpolation at the end may be a sentence; after a colon, lines follow.
                    let ends = message.isEmpty || message.last.map { ".?!:\u{0}".contains($0) } == true
                    #expect(begins && ends, "\(file.lastPathComponent): \(message.replacing("\u{0}", with: "…"))")
                }
            }
        }
        #expect(count > 300)
    }

    private func sources(in folder: String) throws -> [URL] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(folder)")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }

    /// The literals that a text begins with, joined by `+`; each interpolation is a NUL.
    private static func message(_ text: Substring) -> String {
        var (message, rest) = ("", text)
        while rest.first == "\"" {
            rest = literal(rest, &message)
            guard let sum = rest.prefixMatch(of: /\s*\+\s*/) else { return message }
            rest = rest[sum.range.upperBound...]
            if rest.first != "\"" { return message + "\u{0}" }
        }
        return message
    }

    /// Reads one literal.
    ///
    /// - Returns: What comes after it.
    private static func literal(_ text: Substring, _ message: inout String) -> Substring {
        let quote = text.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        var rest = text.dropFirst(quote.count)
        while !rest.isEmpty, !rest.hasPrefix(quote) {
            if rest.hasPrefix("\\(") {
                rest = rest.dropFirst(2)
                var depth = 1
                while depth > 0, let next = rest.first {
                    guard next != "\"" else {
                        var ignored = ""
                        rest = literal(rest, &ignored)
                        continue
                    }
                    depth += next == "(" ? 1 : next == ")" ? -1 : 0
                    rest = rest.dropFirst()
                }
                message += "\u{0}"
            } else {
                if rest.first == "\\" { rest = rest.dropFirst() }
                if let next = rest.popFirst() { message.append(next) }
            }
        }
        return rest.dropFirst(quote.count)
    }
}
