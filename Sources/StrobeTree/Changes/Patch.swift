/// Applies changes to values and undoes them.
public enum Patch {
    /// Applies changes in order, as RFC 6902 says; if one does not fit, the value stays as it was.
    ///
    /// The value is changed in place: where it is not shared with another variable, the cost does not depend on the
    /// size of what lies around the change. A path may address an existing element of an array as `[id=42]` as well.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - value: The value to change.
    ///   - checksOld: Whether a `remove` or `replace` is refused if the value there is not its `old`.
    /// - Throws: `inapplicableChange` with the path of the first change that does not fit, or `tooLarge` if the value
    ///   would nest deeper than 512 levels, or more than 4 million nodes were to be copied or inserted.
    public static func apply(
        _ changes: [Change], to value: inout Value, checksOld: Bool = false
    ) throws(TreeError) {
        var edit = PatchEdit()
        do {
            for change in changes {
                try edit.apply(change, to: &value, checksOld: checksOld)
            }
        } catch {
            edit.undo(in: &value)
            throw error
        }
    }

    /// The changes that undo changes, which they can by their members `old`.
    ///
    /// The paths must name places as differs write them, by key and index: a last token `-` is taken for a key, and an
    /// `add` over a present member must have its `old`.
    ///
    /// - Parameter changes: Changes that were applied, in the order they were.
    /// - Returns: The changes that lead back to the value before.
    /// - Throws: `inapplicableChange` if a `remove` or `replace` lacks its `old`, or a `move` its `from`.
    public static func inverse(_ changes: [Change]) throws(TreeError) -> [Change] {
        var inverse: [Change] = []
        inverse.reserveCapacity(changes.count)
        for change in changes.reversed() { inverse += try self.inverse(change) }
        return inverse
    }

    private static func inverse(_ change: Change) throws(TreeError) -> [Change] {
        switch change.op {
        case .test: return [change]
        case .add, .copy:
            if let old = change.old { return [Change(.replace, change.path, value: old, old: change.value)] }
            return [Change(.remove, change.path, old: change.value)]
        case .remove: return [Change(.add, change.path, value: try old(of: change))]
        case .replace: return [Change(.replace, change.path, value: try old(of: change), old: change.value)]
        case .move:
            guard let from = change.from else { throw PatchEdit.missing("from", in: change) }
            var changes = [Change(.move, from, from: change.path)]
            if let old = change.old { changes.append(Change(.add, change.path, value: old)) }
            return changes
        }
    }

    private static func old(of change: Change) throws(TreeError) -> Value {
        guard let old = change.old else { throw PatchEdit.missing("old", in: change) }
        return old
    }
}
