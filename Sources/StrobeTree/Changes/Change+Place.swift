extension Change {
    /// Whether it changes the value at a path: the value before differs from the value after; absent on both sides is
    /// unchanged.
    ///
    /// - Returns: `nil` if only the states can decide: elements before this one were inserted, removed or moved, one is known by its
    ///   id, or what was replaced is not kept.
    public func alters(_ other: Path) -> Bool? {
        guard !isIncomparable else { return false }
        let places = from.map { [path, $0] } ?? [path]
        // Which element has an id is a question to the states, but for what has a key there, and so is in a dictionary.
        if let id = other.tokens.firstIndex(where: { $0.hasPrefix("[") }) {
            let list = Path(Array(other.tokens[..<id]))
            let haveKeys = places.allSatisfy {
                $0.tokens.count > id && $0.tokens.starts(with: list.tokens) && Int($0.tokens[id]) == nil
            }
            if !haveKeys { return meets(list) || places.contains { shifts($0, list) } ? nil : false }
        }
        var isKnown = true
        for place in places {
            if shifts(place, other) {
                isKnown = false
            } else if place.tokens.count >= other.tokens.count {
                if place.leads(to: other) { return true }
            } else if place.leads(to: other) {
                let rest = Path(Array(other.tokens.dropFirst(place.tokens.count)))
                switch op {
                case .add where value?.value(at: rest) == nil, .remove where old != nil && old?.value(at: rest) == nil:
                    break
                case .add, .remove: return true
                case .replace:
                    guard let old, let value else { return nil }
                    if old.value(at: rest) != value.value(at: rest) { return true }
                case .move, .copy: isKnown = false
                case .test: break
                }
            }
        }
        return isKnown ? false : nil
    }

    /// What it does to the value at a path.
    ///
    /// - Returns: `nil` if it does not describe that as a whole: for changes below the path, where another element moves to the
    ///   place, and for what is known by an id.
    fileprivate func ends(at other: Path) -> (old: Value?, new: Value?)? {
        guard from == nil, !isIncomparable, path.tokens.count <= other.tokens.count, path.leads(to: other), op != .test,
            old != nil || op == .add, index(in: path) == nil
        else { return nil }
        let rest = Path(Array(other.tokens.dropFirst(path.tokens.count)))
        guard !rest.tokens.contains(where: { $0.hasPrefix("[") }) else { return nil }
        return (old?.value(at: rest), op == .remove ? nil : value?.value(at: rest))
    }

    /// Whether it is about a place at, above or below a path.
    public func meets(_ other: Path) -> Bool {
        path.leads(to: other) || from?.leads(to: other) ?? false
    }

    /// Whether an element on a path may have another index than before.
    private func shifts(_ place: Path, _ other: Path) -> Bool {
        guard let index = index(in: place), place.tokens.count <= other.tokens.count,
            Path(place.tokens.dropLast()).leads(to: other), let there = Int(other.tokens[place.tokens.count - 1])
        else { return false }
        return there >= index || from != nil
    }

    /// The index of the element that it inserts, removes or moves, if it is one; keys of objects can look the same.
    public func index(in place: Path) -> Int? {
        guard [.add, .remove, .move, .copy].contains(op), let last = place.tokens.last, Path.isIndex(last) else {
            return nil
        }
        return Int(last)
    }
}

extension [Change] {
    /// Whether they change the value at a path, see ``Change/alters(_:)``.
    ///
    /// - Returns: `nil` if only the states can decide.
    public func alter(_ path: Path) -> Bool? {
        var result: Bool? = false
        for change in self {
            switch change.alters(path) {
            case true?: result = result.map { _ in true }
            case false?: break
            case nil: result = nil
            }
        }
        return result
    }

    /// What they do to the value at a path: one change of it from old to new, or those below it.
    ///
    /// - Parameter path: A place that they change.
    /// - Returns: `nil` if only the states can decide, as for ``Change/alters(_:)``.
    public func ofPlace(_ path: Path) -> [Change]? {
        if count == 1, let ends = self[0].ends(at: path) {
            return [Change(.replace, path, value: ends.new, old: ends.old)]
        }
        let areBelow = allSatisfy { change in
            change.from == nil && change.path.tokens.starts(with: path.tokens)
                && (change.path != path || change.index(in: path) == nil)
        }
        return areBelow ? self : nil
    }
}

/// Which elements of arrays may have another index than before some changes.
public struct ElementShifts: Sendable {
    /// The first element of each array that may.
    private var first: [Path: Int] = [:]

    /// Looks through changes once.
    public init(_ changes: [Change]) {
        for change in changes {
            for place in [change.path, change.from].compactMap({ $0 }) {
                guard let index = change.index(in: place) else { continue }
                let array = Path([String](place.tokens.dropLast()))
                first[array] = Swift.min(first[array] ?? .max, change.from == nil ? index : 0)
            }
        }
    }

    /// Whether the value at a path without ids may have been elsewhere: elements of an array above it were added,
    /// removed or moved.
    ///
    /// - Complexity: O(*n*²) in the tokens of the path.
    public func mayMove(_ path: Path) -> Bool {
        guard !first.isEmpty else { return false }
        return path.tokens.indices.contains { length in
            guard let index = Int(path.tokens[length]), let first = first[Path(Array(path.tokens[..<length]))] else {
                return false
            }
            return index >= first
        }
    }

    /// The nearest place at or above the path of a change that does not move, and which is certainly altered by it.
    public func settledPlace(around path: Path) -> Path {
        var place = path
        while mayMove(place) { place.tokens.removeLast() }
        return place
    }
}

extension Path {
    /// Whether one of two paths is the other, or above it.
    fileprivate func leads(to other: Path) -> Bool {
        zip(tokens, other.tokens).allSatisfy { $0 == $1 }
    }
}
