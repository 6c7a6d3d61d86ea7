internal import StrobeReflection
internal import StrobeTree

/// One place in which two values of a type differ.
struct Difference {
    /// The place as people type it; empty for the whole value.
    let path: String
    /// The expected value there; `nil` if none.
    let expected: String?
    /// The actual value there; `nil` if none.
    let got: String?

    /// The places in which two values differ; none when they are equal.
    ///
    /// Values of an `Equatable` type are equal when `==` says so; others when all is equal that they encode, or that
    /// reflection shows of them. Functions and objects are not compared here, see `IncomparablePart`.
    static func all<T>(expected: T, got: T) -> [Difference] {
        if let expected = expected as? any Equatable, isEqual(expected, got) { return [] }
        let changes = Differ().changes(from: expected, to: got)
        if !changes.isEmpty {
            let texts = PartTexts(expected: expected, got: got)
            return changes.map { texts.difference($0) }
        }
        // What differs does not show. A value that is not even equal to itself, as NaN is, does not differ.
        guard let value = expected as? any Equatable, isEqual(value, expected) else { return [] }
        let (one, other) = (String(reflecting: expected), String(reflecting: got))
        let note = one == other ? " (both encode and print the same, but == reports a difference)" : ""
        return [Difference(path: "", expected: one, got: other + note)]
    }

    private static func isEqual<T: Equatable>(_ value: T, _ other: Any) -> Bool {
        (other as? T).map { value == $0 } ?? false
    }
}

/// The texts of parts of two values.
private struct PartTexts {
    private let schema: Schema?
    private let expected: Node
    private let got: Node

    init<T>(expected: T, got: T) {
        let schema = SchemaProbe.schema(of: type(of: got))
        if case .unknown = schema { self.schema = nil } else { self.schema = schema }
        self.expected = Node(expected)
        self.got = Node(got)
    }

    func difference(_ change: Change) -> Difference {
        let path = change.path.isRoot ? "" : change.path.swiftStyle
        if let from = change.from {
            return Difference(path: path, expected: nil, got: "moved here from \(from.swiftStyle)")
        }
        return Difference(
            path: path, expected: change.old.map { text(of: $0, at: change.path, in: expected) },
            got: change.value.map { text(of: $0, at: change.path, in: got) })
    }

    private func text(of value: Value, at path: Path, in root: Node) -> String {
        if let part = schema?.part(at: path) { return Literal.text(value, schema: part, limit: ValueText.limit) }
        // The indices of changes hold one after the other, so another value may be at the path.
        if let node = try? root.descendant(at: path), (try? node.value()) == value {
            return ValueText.text(of: node)
        }
        return Literal.text(value, limit: ValueText.limit)
    }
}
