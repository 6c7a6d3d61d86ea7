/// Code in which examples are searched for.
struct ExampleCode {
    private let files: [[Substring]]
    /// Where lines are, by their text without indentation.
    private let places: [Substring: [(file: Int, line: Int)]]

    init(files: [String]) {
        self.files = files.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        var places: [Substring: [(file: Int, line: Int)]] = [:]
        for (file, lines) in self.files.enumerated() {
            for (line, text) in lines.enumerated() { places[Self.unindented(text), default: []].append((file, line)) }
        }
        self.places = places
    }

    private static func unindented(_ line: Substring) -> Substring { line.drop { $0 == " " } }

    /// Whether some lines occur in one of the files in sequence, all indented by the same.
    func contains(_ code: String) -> Bool {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, !first.isEmpty else { return false }
        return (places[Self.unindented(first)] ?? []).contains { place in
            let found = files[place.file][place.line...]
            guard let start = found.first, start.hasSuffix(first), found.count >= lines.count else { return false }
            let indentation = start.dropLast(first.count)
            return zip(lines, found).allSatisfy { $0.isEmpty ? $1.isEmpty : $1 == indentation + $0 }
        }
    }
}
