/// Nearest names by spelling; goes as soon as the tree has it in public.
enum Spelling {
    static func nearest(_ name: String, in names: some Sequence<String>) -> String? {
        let best = names.map { (distance(name.lowercased(), $0.lowercased()), $0) }.min { $0.0 < $1.0 }
        guard let best, best.0 <= max(1, name.count / 2) else { return nil }
        return best.1
    }

    static func distance(_ a: String, _ b: String) -> Int {
        let x = Array(a.unicodeScalars.prefix(64)), y = Array(b.unicodeScalars.prefix(64))
        var row = Array(0...y.count)
        for i in x.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in y.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x[i] == y[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[y.count]
    }
}
