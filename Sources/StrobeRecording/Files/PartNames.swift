/// The names of the files of one recording: `shop.jsonl`, `shop.2.jsonl`, `shop.3.jsonl`...
struct PartNames {
    private let directory: Substring
    private let stem: Substring
    private let ending: Substring

    init(first path: String) {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        directory = path[..<slash]
        let name = path[slash...]
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        stem = name[..<dot]
        ending = name[dot...]
    }

    func name(part: Int) -> String {
        part == 1 ? "\(stem)\(ending)" : "\(stem).\(part)\(ending)"
    }

    func path(part: Int) -> String {
        directory + name(part: part)
    }
}

extension PartNames {
    /// The path of the first file, found from that of a later one; `nil` if its name does not have its number.
    static func first(of path: String, part: Int) -> String? {
        let ending = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
        for (suffix, rest) in [(".\(part)\(ending)", ending), (".\(part)", "")] where path.hasSuffix(suffix) {
            return path.dropLast(suffix.count) + rest
        }
        return nil
    }
}
