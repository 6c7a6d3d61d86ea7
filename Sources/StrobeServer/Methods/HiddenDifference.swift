internal import StrobeTree

/// Finds differences that a value's coding omits, between values with equal JSON.
///
/// A type's own `==` decides if there is one; other types are compared by their stored properties. Sets, dictionaries
/// and objects without `==` are skipped, since they have no order or no value.
enum HiddenDifference {
    /// The maximum number of values compared.
    private static let limit = 100_000

    /// The first place at which two values differ; `nil` if none was found.
    static func first(_ a: Any, _ b: Any) -> Path? {
        var left = limit
        return first(a, b, .root, &left)
    }

    private static func first(_ a: Any, _ b: Any, _ path: Path, _ left: inout Int) -> Path? {
        guard left > 0 else { return nil }
        left -= 1
        let mirrors = (Mirror(reflecting: a), Mirror(reflecting: b))
        guard let equatable = a as? any Equatable else { return inside(mirrors, path, &left) }
        if isEqual(equatable, b) { return nil }
        switch mirrors.0.displayStyle {
        case .set, .dictionary, .class, .foreignReference: return path
        default: break
        }
        // A leaf that differs from itself is NaN, the only reason for values with equal parts to be unequal.
        if mirrors.0.children.isEmpty, mirrors.1.children.isEmpty { return isEqual(equatable, a) ? path : nil }
        return inside(mirrors, path, &left)
    }

    private static func inside(_ mirrors: (Mirror, Mirror), _ path: Path, _ left: inout Int) -> Path? {
        switch mirrors.0.displayStyle {
        case .set, .dictionary, .class, .foreignReference: return nil
        default: break
        }
        guard mirrors.0.children.count == mirrors.1.children.count else { return path }
        for (index, (a, b)) in zip(mirrors.0.children, mirrors.1.children).enumerated() {
            let name = a.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? String(index)
            let isOptional = mirrors.0.displayStyle == .optional
            if let found = first(a.value, b.value, isOptional ? path : path.appending(name), &left) { return found }
        }
        return nil
    }

    private static func isEqual<Left: Equatable>(_ a: Left, _ b: Any) -> Bool {
        (b as? Left) == a
    }
}
