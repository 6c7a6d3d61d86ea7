internal import StrobeSystem

/// Finds the files that entries name, below some folders, by their names alone.
struct SourceIndex: Sendable {
    /// How many files are looked at.
    private static let limit = 300_000

    private var paths: [String: [String]] = [:]

    /// Looks for files; hidden folders and links are passed over.
    ///
    /// - Parameter roots: The folders.
    init(roots: [String]) {
        var (folders, seen) = (roots, 0)
        while let folder = folders.popLast(), seen < Self.limit {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where !name.hasPrefix(".") {
                seen += 1
                let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
                var facts = stat()
                guard lstat(path, &facts) == 0 else { continue }
                switch facts.st_mode & S_IFMT {
                case S_IFDIR: folders.append(path)
                case S_IFREG where name.contains("."): paths[name, default: []].append(path)
                default: break
                }
            }
        }
    }

    /// The path of the file that `Module/File.swift` means; `nil` if there is none, or no telling which.
    func path(of source: SourcePlace) -> String? {
        let found = Set(paths[source.file] ?? [])
        if found.count == 1 { return found.first }
        let fitting = found.filter { $0.split(separator: "/").dropLast().contains(Substring(source.module)) }
        return fitting.count == 1 ? fitting.first : nil
    }
}

/// Where the program dispatched an action: `Module/File.swift:12`.
struct SourcePlace: Sendable, Hashable {
    var module: String
    var file: String
    var line: Int

    /// Reads a place as entries have it.
    init?(_ text: String?) {
        guard let text, let colon = text.lastIndex(of: ":"), let slash = text.firstIndex(of: "/"), slash < colon,
            let line = Int(text[text.index(after: colon)...]), line > 0
        else { return nil }
        self.line = line
        module = String(text[..<slash])
        file = text[..<colon].split(separator: "/").last.map(String.init) ?? ""
    }
}
