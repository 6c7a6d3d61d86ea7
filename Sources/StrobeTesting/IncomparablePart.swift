internal import StrobeReflection
internal import StrobeTree

/// A place at which two values hold different functions or objects, of which nobody can say whether they are equal.
struct IncomparablePart {
    /// The place as people type it; empty for the whole value.
    let path: String
    /// The type of what is there.
    let typeName: String
    let isFunction: Bool

    /// What is there, in words for people.
    var text: String {
        isFunction
            ? "is another function, or the same one made again; Swift cannot compare functions"
            : "is another \(typeName); what is in it cannot be compared"
    }

    /// The places at which two values, equal in all that shows of them, hold different functions or objects.
    ///
    /// A function or object is equal to itself. Where a part is `Equatable`, its `==` decides.
    static func all<T>(in value: T, comparedWith other: T) -> [IncomparablePart] {
        guard MutablePart.mayBe(in: T.self) else { return [] }
        var search = Search()
        search.compare(value, other)
        return search.found
    }

    private struct Search {
        private(set) var found: [IncomparablePart] = []
        private var path = Path.root

        mutating func compare(_ value: Any, _ other: Any) {
            func open<T>(_ value: T) { compareOpened(value, other) }
            _openExistential(value, do: open)
        }

        private mutating func compareOpened<T>(_ value: T, _ other: Any) {
            // Values of different types differ in what shows of them.
            guard MutablePart.mayBe(in: T.self), let other = other as? T, !Self.haveEqualBits(value, other) else {
                return
            }
            if let value = value as? any Equatable, Difference.isEqual(value, other) { return }
            // Two objects that allow that are compared by what they show.
            if value is any InspectableObject { return }
            if let part = MutablePart.first(in: value), part.path.isEmpty {
                found.append(
                    IncomparablePart(
                        path: path.isRoot ? "" : path.swiftStyle, typeName: part.typeName,
                        isFunction: part.kind == .closure))
                return
            }
            let (parts, others) = (Mirror(reflecting: value), Mirror(reflecting: other))
            if parts.displayStyle == .dictionary { return compareEntries(parts, others) }
            compareChildren(parts, others, isOptional: parts.displayStyle == .optional)
        }

        private mutating func compareChildren(_ parts: Mirror, _ others: Mirror, isOptional: Bool) {
            for (index, (part, other)) in zip(parts.children, others.children).enumerated() {
                guard !isOptional else { return compare(part.value, other.value) }
                let label = part.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
                descend(label ?? String(index)) { $0.compare(part.value, other.value) }
            }
            if let part = parts.superclassMirror, let other = others.superclassMirror {
                compareChildren(part, other, isOptional: false)
            }
        }

        /// Equal dictionaries need not have their entries in the same order.
        private mutating func compareEntries(_ parts: Mirror, _ others: Mirror) {
            let before = Self.entries(of: parts)
            for (key, value) in Self.entries(of: others) {
                guard let old = before[key] else { continue }
                descend("\(key.base)") { $0.compare(old, value) }
            }
        }

        private static func entries(of mirror: Mirror) -> [AnyHashable: Any] {
            mirror.children.reduce(into: [:]) { entries, child in
                let halves = Mirror(reflecting: child.value).children.map(\.value)
                if halves.count == 2, let key = halves[0] as? AnyHashable { entries[key] = halves[1] }
            }
        }

        private mutating func descend(_ token: String, _ body: (inout Search) -> Void) {
            path.tokens.append(token)
            body(&self)
            path.tokens.removeLast()
        }

        private static func haveEqualBits<T>(_ value: T, _ other: T) -> Bool {
            withUnsafeBytes(of: value) { one in withUnsafeBytes(of: other) { one.elementsEqual($0) } }
        }
    }
}
