internal import StrobeReflection
internal import StrobeTree

/// Differences that are the same elements in another order.
enum Reordering {
    /// Larger arrays are not examined: a difference in them counts as a difference of elements.
    private static let limits = TreeLimits(maxNodes: 200_000)

    /// The arrays whose elements are reordered, if that is the only difference between two states.
    ///
    /// - Parameter changes: All differences, or the first part of them.
    /// - Returns: `nil` if something else differs.
    static func arrays<State>(from old: State, to new: State, _ changes: [Change]) -> [Path]? {
        guard !changes.isEmpty else { return nil }
        let (before, after) = (Node(old), Node(new))
        var found: [Path] = []
        for change in changes where !found.contains(where: { contains($0, change.path) }) {
            guard let array = array(around: change.path, before, after) else { return nil }
            found.append(array)
        }
        return found
    }

    /// The form of the values at some paths, for comparing.
    static func forms<State>(of state: State, at paths: [Path]) -> [Value?] {
        let root = Node(state)
        return paths.map { try? root.descendant(at: $0).value(limits: limits) }
    }

    private static func contains(_ array: Path, _ path: Path) -> Bool {
        path.tokens.starts(with: array.tokens)
    }

    /// The outermost array on the way to a path that has the same elements before and after.
    private static func array(around path: Path, _ before: Node, _ after: Node) -> Path? {
        for length in 0...path.tokens.count {
            let path = Path(Array(path.tokens.prefix(length)))
            guard let old = try? before.descendant(at: path), let new = try? after.descendant(at: path) else {
                return nil
            }
            guard old.kind == .array, new.kind == .array, old.count == new.count else { continue }
            guard case .array(let a)? = try? old.value(limits: limits),
                case .array(let b)? = try? new.value(limits: limits)
            else { continue }
            if counts(a) == counts(b) { return path }
        }
        return nil
    }

    private static func counts(_ elements: [Value]) -> [Value: Int] {
        elements.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
