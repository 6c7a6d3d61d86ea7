/// The lines of the program from which actions came, as far as entries say.
struct DispatchPlaces: Sendable {
    /// How many lines are remembered, and how many entries of each.
    private static let (lineLimit, entryLimit) = (10_000, 5)

    /// An entry that was dispatched at a line.
    struct Entry: Sendable, Hashable {
        var store: String
        var seq: Int
        var label: String
    }

    private struct Key: Sendable, Hashable {
        var file: String
        var line: Int
    }

    private var entries: [Key: [Entry]] = [:]
    /// Where files were, as entries name them.
    private(set) var files: Set<SourcePlace> = []

    /// Notes an entry.
    ///
    /// - Returns: Whether it is the first from its line.
    mutating func note(_ place: SourcePlace, _ entry: Entry) -> Bool {
        let key = Key(file: place.file, line: place.line)
        let isNew = entries[key] == nil
        guard !isNew || entries.count < Self.lineLimit else { return false }
        if isNew {
            var file = place
            file.line = 1
            files.insert(file)
        }
        entries[key, default: []].append(entry)
        if let count = entries[key]?.count, count > Self.entryLimit { entries[key]?.removeFirst() }
        return isNew
    }

    /// The last entries of a line, the newest first.
    func last(atLine line: Int, of file: String) -> [Entry] { (entries[Key(file: file, line: line)] ?? []).reversed() }

    /// The known lines of a file.
    func lines(of file: String, in range: ClosedRange<Int>) -> [Int] {
        entries.keys.filter { $0.file == file && range.contains($0.line) }.map(\.line).sorted()
    }

    /// The last component of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
