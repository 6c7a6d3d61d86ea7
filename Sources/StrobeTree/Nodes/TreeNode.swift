/// A page of a tree as it is shown: one node with as many of its children as were requested.
public struct TreeNode: Sendable, Hashable {
    /// What a node is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A bool, number, string, date or other leaf with a `value`.
        case scalar
        /// `nil`.
        case null
        /// A struct, class with Codable fields, or tuple.
        case object
        /// An enum; `case` names the current one, the children are its payload.
        case choice = "enum"
        /// An ordered collection.
        case array
        /// A set.
        case set
        /// A dictionary.
        case dictionary
        /// A class reference that is only shown, never decoded.
        case reference
        /// A closure or another value that cannot be expressed.
        case opaque
        /// A value whose own encoding threw; `value` holds the message.
        case error
    }

    /// The last token of the path; empty for the root.
    public var name: String
    /// The RFC 6901 pointer.
    public var path: Path
    /// What the node is.
    public var kind: Kind
    /// The Swift (or other) type name.
    public var type: String
    /// The name of the current case of an enum.
    public var caseName: String?
    /// The value of a leaf.
    public var value: Value?
    /// The number of children, if there can be any.
    public var count: Int?
    /// The children that were requested.
    public var children: [TreeNode]?
    /// The number of children after the last one in `children`; absent when there are none.
    public var more: Int?
    /// Whether the value can be seen but not dispatched, set or restored.
    public var viewOnly: Bool?
    /// Whether the value is hidden: `value` and `children` are a placeholder's.
    public var redacted: Bool?

    /// Makes a node.
    public init(
        name: String, path: Path, kind: Kind, type: String, caseName: String? = nil, value: Value? = nil,
        count: Int? = nil, children: [TreeNode]? = nil, more: Int? = nil, viewOnly: Bool? = nil,
        redacted: Bool? = nil
    ) {
        self.name = name
        self.path = path
        self.kind = kind
        self.type = type
        self.caseName = caseName
        self.value = value
        self.count = count
        self.children = children
        self.more = more
        self.viewOnly = viewOnly
        self.redacted = redacted
    }
}
