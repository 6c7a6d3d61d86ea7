import Foundation

/// A page of documentation in Markdown: the README, or an article of a catalogue.
struct DocumentationPage {
    struct Code {
        let imports: [String]
        /// What follows the imports.
        let body: String
    }

    let name: String
    /// The blocks of Swift.
    let code: [Code]
    /// The languages of all other blocks, and the lines that are code by their indentation.
    let other: [String]
    private let text: String

    init(file: URL) throws {
        name = file.lastPathComponent
        text = try String(contentsOf: file, encoding: .utf8)
        var (code, other): ([Code], [String]) = ([], [])
        var block: (language: Substring, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = block, line == "```" {
                if open.language == "swift" {
                    code.append(Code(lines: open.lines))
                } else {
                    other.append(String(open.language))
                }
                block = nil
            } else if block != nil {
                block?.lines.append(line)
            } else if line.hasPrefix("```") {
                block = (line.dropFirst(3), [])
            } else if line.hasPrefix("    ") || line.drop(while: { $0 == " " }).hasPrefix("```") {
                other.append(String(line))
            }
        }
        (self.code, self.other) = (code, other)
    }

    /// Whether the page has a symbol in one of its lists.
    func lists(_ symbol: String) -> Bool {
        text.contains("- ``\(symbol)``\n") || text.contains("- ``\(symbol)(")
    }
}

extension DocumentationPage.Code {
    fileprivate init(lines: [Substring]) {
        imports = lines.prefix { $0.hasPrefix("import ") }.map(String.init)
        body = lines.dropFirst(imports.count).drop(while: \.isEmpty).joined(separator: "\n")
    }
}
