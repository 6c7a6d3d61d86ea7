extension Value {
    /// Whether two values are equal as a `test` of RFC 6902 (section 4.6) has it: numbers by their value, however they are
    /// written, texts by their code points, objects in any order.
    ///
    /// - Parameter other: The other value.
    /// - Complexity: O(*n*) in the number of nodes.
    func isEqual(to other: Value) -> Bool {
        switch (self, other) {
        case (.string(let a), .string(let b)): return a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let a), .object(let b)):
            return a.count == b.count
                && a.allSatisfy { member in b[member.key].map { member.value.isEqual(to: $0) } ?? false }
        default:
            guard let a = ExactNumber(self), let b = ExactNumber(other) else { return self == other }
            return ExactNumber.order(a, b) == .same
        }
    }
}
