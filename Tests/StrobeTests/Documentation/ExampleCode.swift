/// Code in which examples are searched for.
struct ExampleCode {
    private let files: [[Substring]]

    init(files: [String]) {
        self.files = files.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    }

    /// Whether some lines occur in one of the files in sequence, all indented by the same.
    func contains(_ code: String) -> Bool {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, !first.isEmpty else { return false }
        return files.contains { file in
            file.indices.contains { start in
                guard file[start].hasSuffix(first), file.count - start >= lines.count else { return false }
                let indentation = file[start].dropLast(first.count)
                return indentation.allSatisfy { $0 == " " }
                    && zip(lines, file[start...]).allSatisfy { line, found in
                        line.isEmpty ? found.isEmpty : found == indentation + line
                    }
            }
        }
    }
}
