public import StrobeTree

/// The shape of a tree that was recorded, with the types in it by their names.
///
/// Shared by all trees of that shape.
public final class TreeShape: Sendable, ValueSemantic {
    /// The name of the type of the whole; empty where that is not known.
    public let typeName: String
    /// The shape of the whole; `nil` if that is not known.
    public let root: Schema?
    /// What recursive shapes refer to.
    private let named: [String: Schema]

    /// Types nested deeper than this are not looked for.
    private static let depth = 128

    /// Makes a shape.
    ///
    /// - Parameters:
    ///   - root: The shape of the whole; `nil` if that is not known.
    ///   - typeName: The name of its type; by default, the one that the shape has.
    public init(_ root: Schema?, typeName: String? = nil) {
        self.root = root
        self.typeName = typeName ?? root?.typeText ?? ""
        var named: [String: Schema] = [:]
        if let root { Self.collect(root, depth: Self.depth, into: &named) }
        self.named = named
    }

    private static func collect(_ schema: Schema, depth: Int, into named: inout [String: Schema]) {
        guard depth > 0 else { return }
        switch schema {
        case .optional(let inner), .array(let inner), .set(let inner): collect(inner, depth: depth - 1, into: &named)
        case .dictionary(let key, let value):
            collect(key, depth: depth - 1, into: &named)
            collect(value, depth: depth - 1, into: &named)
        case .object(let type, let fields):
            guard named[type] == nil else { return }
            if !type.isEmpty { named[type] = schema }
            for field in fields { collect(field.schema, depth: depth - 1, into: &named) }
        case .choice(let type, let cases):
            guard named[type] == nil else { return }
            if !type.isEmpty { named[type] = schema }
            for choice in cases {
                for field in choice.payload { collect(field.schema, depth: depth - 1, into: &named) }
            }
        case .scalar, .recursive, .unknown: break
        }
    }

    /// A shape with what it refers to in its place; `nil` if nothing is known of it.
    func resolved(_ schema: Schema?) -> Schema? {
        switch schema {
        case .recursive(let type)?: named[type]
        case .unknown?: nil
        default: schema
        }
    }
}
