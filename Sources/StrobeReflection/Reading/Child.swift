internal import StrobeTree

/// A part of a value that one level of expansion found and did not look into.
enum Child {
    /// A leaf, already in its form, with its type.
    case leaf(Value, any Any.Type)
    /// A value that encodes itself.
    case encodable(any Encodable)
    /// What a value wrote into a nested container.
    case nested(CapturingEncoder)
    /// A value that was recorded, with its shape.
    case shaped(ShapedValue)
    /// A value that can only be mirrored.
    case plain(Any)
    /// What replaces a hidden value, with the type of that value, or with its name where it was recorded.
    case redacted(Value, any Any.Type, name: String? = nil)

    /// Wraps an encodable value, leaves in their form.
    @inline(__always)
    init<T: Encodable>(_ value: T) {
        if let leaf = Leaf.value(of: value) {
            self = .leaf(leaf, T.self)
        } else {
            self = .encodable(value)
        }
    }

    /// Wraps any value.
    init<T>(any value: T) {
        if let leaf = Leaf.value(of: value) {
            self = .leaf(leaf, T.self)
        } else if let encodable = value as? any Encodable {
            self = Self.opened(encodable)
        } else if let tree = value as? any ShapedTree {
            self = .shaped(tree.shaped)
        } else {
            self = .plain(value)
        }
    }

    private static func opened(_ value: some Encodable) -> Child { Child(value) }

    /// The dynamic type, where there is a value.
    var type: (any Any.Type)? {
        switch self {
        case .leaf(_, let type), .redacted(_, let type, _): type
        case .encodable(let value): Swift.type(of: value)
        case .nested, .shaped: nil
        case .plain(let value): Swift.type(of: value)
        }
    }

    /// The name of the type as it is written in Swift; empty for what a nested container holds.
    var typeName: String {
        switch self {
        case .shaped(let part): part.typeName
        case .redacted(_, _, let name?): name
        case .plain(let reference as UnreadReference): reference.typeName
        default: type.map(TypeName.of) ?? ""
        }
    }
}

/// A part with a key.
struct Member {
    var key: String
    var child: Child
}
