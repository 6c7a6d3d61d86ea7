extension Value {
    /// The changes that make another value of this one, in the order in which they are applied.
    ///
    /// - Complexity: O(*n*) in the number of nodes of both; lists that differ take O(*n* *d*) for *d* edits.
    package func changes(to new: Value) -> [Change] {
        var changes: [Change] = []
        compare(to: new, .root, &changes)
        return changes
    }

    private func compare(to new: Value, _ path: Path, _ changes: inout [Change]) {
        switch (self, new) {
        case (.object(let old), .object(let new)):
            for (key, value) in old where new[key] == nil {
                changes.append(Change(.remove, path.appending(key), old: value))
            }
            for (key, value) in new {
                if let before = old[key] {
                    before.compare(to: value, path.appending(key), &changes)
                } else {
                    changes.append(Change(.add, path.appending(key), value: value))
                }
            }
        case (.array(let old), .array(let new)):
            let alignment = ListAlignment(oldCount: old.count, newCount: new.count) { old[$0].isIdentical(to: new[$1]) }
            let delta = old.count == new.count ? ListDelta(pairs: old.count) : alignment.delta()
            for step in delta.steps {
                switch step {
                case .remove(let index, let source):
                    changes.append(Change(.remove, path.appending(String(index)), old: old[source]))
                case .add(let index, let source):
                    changes.append(Change(.add, path.appending(String(index)), value: new[source]))
                case .move(let from, let to):
                    changes.append(
                        Change(.move, path.appending(String(to)), from: path.appending(String(from))))
                }
            }
            for pair in delta.pairs {
                old[pair.old].compare(to: new[pair.new], path.appending(String(pair.new)), &changes)
            }
        default:
            if !isIdentical(to: new) { changes.append(Change(.replace, path, value: new, old: self)) }
        }
    }

    /// Equality that distinguishes `0.0` from `-0.0`.
    package func isIdentical(to other: Value) -> Bool {
        switch (self, other) {
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { member in b[member.key]?.isIdentical(to: member.value) == true }
        default: self == other
        }
    }
}
