internal import StrobeReflection
internal import StrobeTree

/// Finds the owners of paths that a change affects by walking down the change's path, however many paths there are.
struct PathIndex<Owner: Hashable & Sendable>: Sendable {
    private struct Node: Sendable {
        var children: [String: Node] = [:]
        /// The number of paths of each owner that end here, and that end here or below.
        var counts: [Owner: (here: Int, below: Int)] = [:]

        /// Adds to the count of a path, or subtracts from it.
        mutating func add(_ amount: Int, _ tokens: ArraySlice<String>, of owner: Owner) {
            var count = counts[owner] ?? (0, 0)
            count.below += amount
            if tokens.isEmpty { count.here += amount }
            counts[owner] = count.below > 0 ? count : nil
            guard let token = tokens.first else { return }
            children[token, default: Node()].add(amount, tokens.dropFirst(), of: owner)
            if children[token]?.counts.isEmpty == true { children[token] = nil }
        }

        /// Passes the owners of paths that are at, above or below a place to a closure.
        ///
        /// - Parameter index: The element that is inserted, removed or moved there: paths of later elements are
        ///   affected as well.
        func owners(
            at tokens: ArraySlice<String>, shifting index: Int?, _ take: (_ owner: Owner, _ isSure: Bool) -> Void
        ) {
            guard let token = tokens.first else {
                for (owner, count) in counts { take(owner, count.here > 0) }
                return
            }
            for (owner, count) in counts where count.here > 0 { take(owner, true) }
            // Only the states tell which element has an id; keys belong to dictionaries.
            if Int(token) != nil {
                for (other, child) in children where other.hasPrefix("[") {
                    for owner in child.counts.keys { take(owner, false) }
                }
            }
            if tokens.count == 1, let index {
                for (other, child) in children where Int(other).map({ $0 >= index }) ?? false {
                    for owner in child.counts.keys { take(owner, false) }
                }
            } else {
                children[token]?.owners(at: tokens.dropFirst(), shifting: index, take)
            }
        }
    }

    private var root = Node()

    mutating func add(_ paths: [Path], of owner: Owner) {
        for path in paths { root.add(1, path.tokens[...], of: owner) }
    }

    mutating func remove(_ paths: [Path], of owner: Owner) {
        for path in paths { root.add(-1, path.tokens[...], of: owner) }
    }

    /// For each owner, the indices of the changes that are at, above or below one of its paths, in order, and whether
    /// the value at a path changed for certain.
    func touched(by changes: [Change]) -> [Owner: (places: [Int], isSure: Bool)] {
        var touched: [Owner: (places: [Int], isSure: Bool)] = [:]
        for (index, change) in changes.enumerated() {
            func take(_ owner: Owner, _ isSure: Bool) {
                var known = touched[owner] ?? ([], false)
                if known.places.last != index { known.places.append(index) }
                known.isSure = known.isSure || isSure && !change.isIncomparable
                touched[owner] = known
            }
            for place in [change.path, change.from].compactMap(\.self) {
                root.owners(at: place.tokens[...], shifting: change.index(in: place), take)
            }
        }
        return touched
    }
}
