public import StrobeTree

/// A lazy view of a live Swift value: one place in its tree.
///
/// Making a node looks one level into its value and no further; an array of any length costs the same. `Encodable`
/// values are shown as they encode themselves, all others by `Mirror` and marked view-only. Objects that can change are
/// shown by their type and not looked into, see `InspectableObject`.
public struct Node {
    /// The last token of the path; empty for the root.
    public let name: String
    /// The address from the root that the first node was made as.
    public let path: Path
    /// Whether the value can be seen but not dispatched, set or restored, because it or what holds it does not encode
    /// itself.
    public let isViewOnly: Bool
    /// What is hidden below.
    let cursor: RedactionCursor
    let content: Child
    let expansion: Expansion

    /// Makes a node of any value.
    ///
    /// - Parameters:
    ///   - value: The value to look at; it is retained as long as the node.
    ///   - name: The name to show.
    ///   - path: Its address.
    ///   - redaction: What is hidden of it and of what is below.
    public init(_ value: Any, name: String = "", path: Path = .root, redaction: Redaction = .none) {
        func open<T>(_ value: T) -> Child { Child(any: value) }
        self.init(
            _openExistential(value, do: open), name: name, path: path, isViewOnly: false,
            cursor: RedactionCursor(redaction, at: path))
    }

    init(_ part: Child, name: String, path: Path, isViewOnly: Bool, cursor: RedactionCursor) {
        self.name = name
        self.path = path
        let content = cursor.shown(part)
        self.content = content
        self.cursor = cursor
        expansion = Expansion(content)
        switch (content, expansion) {
        case (.plain, _), (_, .object): self.isViewOnly = true
        default: self.isViewOnly = isViewOnly
        }
    }

    /// What the value is.
    public var kind: TreeNode.Kind {
        switch expansion {
        case .leaf(.null): .null
        case .leaf: .scalar
        case .members: isReference && isViewOnly ? .reference : .object
        case .elements, .list: .array
        case .set: .set
        case .dictionary: .dictionary
        case .choice, .raw: .choice
        case .opaque, .object: .opaque
        case .failure: .error
        }
    }

    /// Whether the value is an instance of a class: it may change without the value that holds it, and two values that
    /// hold it see the same, so that a diff of them cannot show what changed inside.
    public var isReference: Bool { content.instance != nil }

    /// Whether the value is hidden: what is shown is a placeholder.
    public var isRedacted: Bool { if case .redacted = content { true } else { false } }

    /// The name of the value's type, as it is written in Swift; empty for what a nested container holds.
    public var typeName: String { content.typeName }

    /// The name of the current case of an enum.
    public var caseName: String? { expansion.caseName }

    /// The value of a leaf, the raw value of an enum, or the message of an error; `nil` for containers.
    public var scalar: Value? {
        if case .failure(let message) = expansion { return .string(cursor.reported(message, of: content)) }
        return expansion.scalar
    }

    /// The number of children, if there can be any.
    public var count: Int? {
        switch expansion {
        case .leaf, .raw, .opaque, .object, .failure: nil
        case .members(let members): members.count
        case .elements(let children): children.count
        case .list(let list): list.childCount
        case .set(let set): set.childCount
        case .dictionary(let dictionary): dictionary.childCount
        case .choice(let choice): choice.payload.count
        }
    }

    /// The JSON form of the value; of a view-only one the nearest there is, with texts for parts without a form.
    ///
    /// - Throws: `tooLarge` over the limits, `unencodable` if an `encode(to:)` throws. The error's path starts at the
    ///   root.
    /// - Complexity: O(*n*) in the number of nodes below.
    public func value(limits: TreeLimits = .default) throws(TreeError) -> Value {
        var builder = ValueBuilder(
            mode: isViewOnly ? .lenient : .shown, limits: limits, cursor: cursor, quick: DirectForms(cursor))
        do {
            return try builder.value(of: content)
        } catch {
            var located = error
            located.path = error.path.map { Path(path.tokens + $0.tokens) }
            throw located
        }
    }
}
