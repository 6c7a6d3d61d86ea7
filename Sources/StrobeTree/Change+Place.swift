extension Change {
    /// Whether it changes what is at a path: what was there before is not what is there after, absent on both sides is unchanged.
    ///
    /// - Returns: `nil` where only the states tell: elements before this one were inserted, removed or moved, one is known by its
    ///   id, or what was replaced is not kept.
    public func alters(_ other: Path) -> Bool? {
        guard !isIncomparable else { return false }
        // Which element has an id is a question to the states.
        if let id = other.tokens.firstIndex(where: { $0.hasPrefix("[") }) {
            return meets(Path(Array(other.tokens[..<id]))) ? nil : false
        }
        let places = from.map { [path, $0] } ?? [path]
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

    /// What it makes of what is at a path.
    ///
    /// - Returns: `nil` where it does not tell the whole of that, as for changes below the path.
    public func ends(at other: Path) -> (old: Value?, new: Value?)? {
        guard from == nil, !isIncomparable, path.tokens.count <= other.tokens.count, path.leads(to: other), op != .test,
            old != nil || op == .add
        else { return nil }
        let rest = Path(Array(other.tokens.dropFirst(path.tokens.count)))
        return (old?.value(at: rest), op == .remove ? nil : value?.value(at: rest))
    }

    /// Whether it is about a place at, above or below a path.
    public func meets(_ other: Path) -> Bool {
        path.leads(to: other) || from?.leads(to: other) ?? false
    }

    /// Whether an element that a path goes through may stand at another index than before.
    fileprivate func shifts(_ place: Path, _ other: Path) -> Bool {
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
    /// Whether they change what is at a path, see ``Change/alters(_:)``.
    ///
    /// - Returns: `nil` where only the states tell.
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

    /// Whether what is at a path without ids may have been elsewhere before: elements of an array above it came, went or moved.
    public func mayMove(_ path: Path) -> Bool {
        contains { change in
            change.shifts(change.path, path) || change.from.map { change.shifts($0, path) } ?? false
        }
    }
}

extension Path {
    /// Whether one of two paths is the other, or stands above it.
    fileprivate func leads(to other: Path) -> Bool {
        zip(tokens, other.tokens).allSatisfy { $0 == $1 }
    }
}
