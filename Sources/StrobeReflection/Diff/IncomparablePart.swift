internal import StrobeTree

/// A place at which two values hold different functions or objects, of which nobody can say whether they are equal.
package struct IncomparablePart {
    /// The place as people type it; empty for the whole value.
    package let path: String
    /// The type of what is there.
    package let typeName: String
    /// Whether it is a function.
    package let isFunction: Bool

    /// The places at which two values, equal in all that a `Differ` compares, hold different functions or objects.
    ///
    /// A function or object is equal to itself. Where a part is `Equatable`, its `==` decides. Where one encodes itself, that
    /// says which objects count, those that encode themselves as well; functions always count.
    package static func all<T>(in value: T, comparedWith other: T) -> [IncomparablePart] {
        guard MutablePart.mayBe(in: T.self) else { return [] }
        var search = IncomparableSearch()
        search.compare(value, other)
        return search.found
    }
}

private struct IncomparableSearch {
    private(set) var found: [IncomparablePart] = []
    private var path = Path.root
    /// Whether the current part is in one that encodes itself.
    private var isEncoded = false

    mutating func compare(_ value: Any, _ other: Any) {
        func open<T>(_ value: T) { compareOpened(value, other) }
        _openExistential(value, do: open)
    }

    private mutating func compareOpened<T>(_ value: T, _ other: Any) {
        // Values of different types differ in what shows of them.
        guard MutablePart.mayBe(in: T.self), let other = other as? T, !Bits.areEqual(value, other) else { return }
        if let value = value as? any Equatable, Self.isEqual(value, other) { return }
        // Two objects that allow that are compared by what they show.
        if value is any InspectableObject { return }
        guard let part = MutablePart.first(in: value) else { return }
        let isOuterEncoded = isEncoded
        defer { isEncoded = isOuterEncoded }
        if isEncoded, part.path.isEmpty, part.kind != .closure, !(value is any Encodable) { return }
        isEncoded = isEncoded || value is any Encodable
        let (parts, others) = (Mirror(reflecting: value), Mirror(reflecting: other))
        switch parts.displayStyle {
        case _ where part.path.isEmpty: add(part)
        case .dictionary: compareEntries(parts, others)
        // What `==` of its elements says decides, whatever they hold.
        case .set: return
        case .optional, .collection: compareChildren(parts, others)
        // A mirror of the program's own need not show all.
        case _ where value is any CustomReflectable: add(part)
        default: compareChildren(parts, others, TypeMetadata.fields(of: T.self))
        }
    }

    private mutating func add(_ part: MutablePart) {
        found.append(
            IncomparablePart(
                path: (path.isRoot ? "" : path.swiftStyle) + part.path, typeName: part.typeName,
                isFunction: part.kind == .closure))
    }

    /// - Parameter fields: The declared fields of a struct; a reference that may refer to what is gone is not read.
    private mutating func compareChildren(_ parts: Mirror, _ others: Mirror, _ fields: [DeclaredField]? = nil) {
        var (index, other) = (parts.children.startIndex, others.children.startIndex)
        var place = 0
        while index != parts.children.endIndex, other != others.children.endIndex {
            defer {
                parts.children.formIndex(after: &index)
                others.children.formIndex(after: &other)
                place += 1
            }
            if let fields, parts.displayStyle == .struct, place < fields.count, fields[place].mayDangle { continue }
            let (one, two) = (parts.children[index], others.children[other])
            if parts.displayStyle == .optional {
                compare(one.value, two.value)
            } else {
                let label = one.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
                descend(label ?? String(place)) { $0.compare(one.value, two.value) }
            }
        }
        if let part = parts.superclassMirror, let other = others.superclassMirror { compareChildren(part, other) }
    }

    /// Equal dictionaries need not have their entries in the same order.
    private mutating func compareEntries(_ parts: Mirror, _ others: Mirror) {
        let before = Self.entries(of: parts)
        for (key, value) in Self.entries(of: others) {
            guard let old = before[key] else { continue }
            descend(KeyText.text(of: key)) { $0.compare(old, value) }
        }
    }

    private static func entries(of mirror: Mirror) -> [AnyHashable: Any] {
        mirror.children.reduce(into: [:]) { entries, child in
            let halves = Mirror(reflecting: child.value).children.map(\.value)
            if halves.count == 2, let key = halves[0] as? AnyHashable { entries[key] = halves[1] }
        }
    }

    private mutating func descend(_ token: String, _ body: (inout IncomparableSearch) -> Void) {
        path.tokens.append(token)
        body(&self)
        path.tokens.removeLast()
    }

    private static func isEqual<T: Equatable>(_ value: T, _ other: Any) -> Bool {
        (other as? T).map { value == $0 } ?? false
    }
}
