internal import StrobeTree

/// Whose paths a change meets, found by walking down the change's own path, however many paths there are.
struct PathIndex<Owner: Hashable & Sendable>: Sendable {
    private struct Node: Sendable {
        var children: [String: Node] = [:]
        /// How many paths each owner has that end here, and how many that end here or below.
        var counts: [Owner: (here: Int, below: Int)] = [:]

        /// Counts a path, or takes one away.
        mutating func add(_ amount: Int, _ tokens: ArraySlice<String>, of owner: Owner) {
            var count = counts[owner] ?? (0, 0)
            count.below += amount
            if tokens.isEmpty { count.here += amount }
            counts[owner] = count.below > 0 ? count : nil
            guard let token = tokens.first else { return }
            children[token, default: Node()].add(amount, tokens.dropFirst(), of: owner)
            if children[token]?.counts.isEmpty == true { children[token] = nil }
        }

        /// Gives the owners of paths that are at, above or below a place.
        func owners(at tokens: ArraySlice<String>, _ take: (Owner) -> Void) {
            guard let token = tokens.first else { return counts.keys.forEach(take) }
            for (owner, count) in counts where count.here > 0 { take(owner) }
            children[token]?.owners(at: tokens.dropFirst(), take)
        }
    }

    private var root = Node()

    mutating func add(_ paths: [Path], of owner: Owner) {
        for path in paths { root.add(1, path.tokens[...], of: owner) }
    }

    mutating func remove(_ paths: [Path], of owner: Owner) {
        for path in paths { root.add(-1, path.tokens[...], of: owner) }
    }

    /// For each owner the places of the changes that are at, above or below one of its paths, in order.
    func touched(by changes: [Change]) -> [Owner: [Int]] {
        var touched: [Owner: [Int]] = [:]
        for (index, change) in changes.enumerated() {
            func take(_ owner: Owner) {
                if touched[owner]?.last != index { touched[owner, default: []].append(index) }
            }
            root.owners(at: change.path.tokens[...], take)
            if let from = change.from { root.owners(at: from.tokens[...], take) }
        }
        return touched
    }
}
