/// Which of the known names may have been meant.
public enum Spelling {
    /// The number of scalars of a name that are examined.
    private static let longest = 64

    /// The nearest name by spelling.
    ///
    /// Letter case hardly counts, and the beginning of a name is near to it.
    ///
    /// - Parameters:
    ///   - name: The typed name.
    ///   - names: The accepted names.
    /// - Returns: A name, or `nil` if none is near.
    /// - Complexity: O(*n* · *l*²) for *n* names of *l* scalars, of which the first 64 count.
    public static func nearest(_ name: String, in names: some Sequence<String>) -> String? {
        let typed = name.lowercased()
        let length = min(typed.unicodeScalars.count, longest)
        let allowed = max(1, (length + 1) / 3)
        var best: (rank: (Int, Int), name: String)?
        for candidate in names {
            let lowercased = candidate.lowercased()
            let far: Int
            if length >= 2, lowercased.hasPrefix(typed) {
                far = 1
            } else if abs(min(lowercased.unicodeScalars.count, longest) - length) > allowed {
                continue
            } else {
                far = distance(typed, lowercased)
            }
            guard far <= allowed else { continue }
            let rank = (far, far == 0 ? 0 : abs(lowercased.unicodeScalars.count - length))
            if let best, best.rank <= rank { continue }
            best = (rank, candidate)
        }
        return best?.name
    }

    /// The number of scalars to insert, delete, replace, or swap with their neighbour to turn one name into another.
    ///
    /// This is the optimal string alignment distance; only the first 64 scalars of each name count.
    ///
    /// - Parameters:
    ///   - a: A name.
    ///   - b: Another one.
    public static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a.unicodeScalars.prefix(longest))
        let b = Array(b.unicodeScalars.prefix(longest))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
