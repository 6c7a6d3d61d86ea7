internal import StrobeTree

/// The stored properties of a struct, of which those are not read whose reading could end the program.
///
/// An `unowned` reference to an object that is gone stops the program when it is read.
struct StoredProperties: Sequence {
    private let mirror: Mirror
    /// The references that are not read, by their place among the properties.
    private let unread: [Int: (label: String, reference: UnreadReference)]

    /// Looks at a value by its mirror, without reading anything.
    init(of value: Any, _ mirror: Mirror) {
        self.mirror = mirror
        unread = value is any CustomReflectable ? [:] : Self.unread(Swift.type(of: value))
    }

    private static func unread(_ type: any Any.Type) -> [Int: (label: String, reference: UnreadReference)] {
        guard let fields = TypeMetadata.fields(of: type), fields.contains(where: \.mayDangle) else { return [:] }
        return fields.enumerated().reduce(into: [:]) { unread, field in
            guard field.element.mayDangle else { return }
            unread[field.offset] = (field.element.name, UnreadReference(type: field.element.referenced))
        }
    }

    /// Whether all of them are read.
    var areReadable: Bool { unread.isEmpty }

    func makeIterator() -> AnyIterator<(label: String, child: Child)> {
        let children = mirror.children
        var (place, index) = (0, children.startIndex)
        return AnyIterator {
            guard index != children.endIndex else { return nil }
            defer { (place, index) = (place + 1, children.index(after: index)) }
            if let (label, reference) = unread[place] { return (label, .plain(reference)) }
            let child = children[index]
            return (child.label ?? String(place), Child(any: child.value))
        }
    }
}

/// What replaces a reference that is not read.
struct UnreadReference {
    /// The type that it refers to, if known.
    var type: (any Any.Type)?

    /// The type as it is shown.
    var typeName: String { "unowned \(type.map(TypeName.of) ?? "AnyObject")" }
}
