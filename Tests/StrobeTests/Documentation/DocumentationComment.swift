/// A public declaration with its documentation.
struct DocumentationComment {
    let file: String
    /// The first line of the declaration.
    let declaration: String
    /// Whether the declaration is nested in another one.
    let isNested: Bool
    /// The name of the type, if one is declared.
    let typeName: String?
    let isEmpty: Bool
    /// The blocks of code.
    let code: [String]

    /// The public declarations of a file, and all others with code in their documentation.
    static func all(in text: String, file: String) -> [DocumentationComment] {
        var found: [DocumentationComment] = []
        var comment: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.drop { $0 == " " }
            if content.hasPrefix("///") {
                comment.append(content.dropFirst(3))
            } else if content.hasPrefix("@") && !content.contains(" public ") || content == "nonisolated(nonsending)" {
                // Between the documentation and the rest of its declaration.
            } else {
                let declared = DocumentationComment(
                    file: file, declaration: content, isNested: content.count < line.count, comment: comment)
                if declared.isPublic || !declared.code.isEmpty { found.append(declared) }
                comment = []
            }
        }
        return found
    }

    private init(file: String, declaration: Substring, isNested: Bool, comment: [Substring]) {
        self.file = file
        self.declaration = String(declaration)
        self.isNested = isNested
        isEmpty = comment.isEmpty
        code = Self.code(in: comment)
        let words = declaration.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        let keyword = words.firstIndex { ["struct", "class", "enum", "protocol", "actor"].contains($0) }
        typeName = Self.isPublic(words) ? keyword.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil } : nil
    }

    private var isPublic: Bool {
        Self.isPublic(declaration.prefix { $0 != "=" && $0 != "{" }.split(separator: " ").map(String.init))
    }

    /// Whether one of the words before the name is `public`; extensions and imports declare nothing.
    private static func isPublic(_ words: [String]) -> Bool {
        let modifiers = words.prefix(4)
        let isOpen = zip(words, words.dropFirst()).prefix(4).contains {
            $0 == "open" && ["class", "func", "var"].contains($1)
        }
        guard modifiers.contains("public") || isOpen else { return false }
        return !modifiers.contains("import") && !modifiers.contains("extension")
    }

    /// The runs of lines indented like code, without that indentation; lines of lists are no code.
    private static func code(in comment: [Substring]) -> [String] {
        let text = comment.prefix { !$0.hasPrefix(" - ") }.map { line in
            line.hasPrefix("     ") ? line.dropFirst(5) : line.isEmpty ? "" : nil
        }
        return text.split(separator: nil).map { block in
            let lines = block.compactMap(\.self)
            return lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
        }.filter { !$0.isEmpty }
    }
}
