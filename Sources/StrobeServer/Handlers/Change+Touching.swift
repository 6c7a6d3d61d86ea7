internal import StrobeTree

extension Change {
    /// Whether it changes something at, above or below a path.
    func touches(_ other: Path) -> Bool {
        path.meets(other) || from.map { $0.meets(other) } ?? false
    }
}

extension Path {
    /// Whether one of two paths leads to the other.
    fileprivate func meets(_ other: Path) -> Bool {
        zip(tokens, other.tokens).allSatisfy { $0 == $1 }
    }
}
