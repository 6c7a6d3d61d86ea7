package import StrobeTree

/// Writes nodes of a state tree in Swift notation, on one line.
package enum TreeNotation {
    /// The whole node as a literal; `nil` if a part of it is missing or the text exceeds the limit.
    package static func whole(_ node: TreeNode, limit: Int) -> String? {
        guard limit > 0 else { return nil }
        if node.redacted == true { return RedactionRule.placeholder }
        switch node.kind {
        case .scalar, .null, .reference, .opaque, .error:
            guard node.children?.isEmpty ?? true, node.more == nil else { return nil }
            let text = leaf(node)
            return text.count <= limit ? text : nil
        case .object:
            // A tuple, even `()`, has no type name, and its elements need none.
            let isTuple = node.type.hasPrefix("(")
            // The value in an optional is written without the optional.
            var type = node.type[...]
            while type.hasSuffix("?") { type.removeLast() }
            if type.endIndex < node.type.endIndex, node.children?.map(\.name) == ["some"] {
                return list(node, opening: ".some(", closing: ")", limit: limit) { _ in "" }
            }
            let name = shortName(String(type))
            return list(node, opening: isTuple ? "(" : name + "(", closing: ")", limit: limit) {
                isTuple && Int($0.name) != nil ? "" : "\($0.name): "
            }
        case .choice:
            let name = ".\(node.caseName ?? "?")"
            guard node.count ?? 0 > 0 || node.children?.isEmpty == false else { return name }
            return list(node, opening: name + "(", closing: ")", limit: limit) {
                isLabelled($0, in: node) ? "\($0.name): " : ""
            }
        case .array, .set:
            return list(node, opening: "[", closing: "]", limit: limit) { _ in "" }
        case .dictionary:
            if node.count == 0 { return "[:]" }
            return list(node, opening: "[", closing: "]", limit: limit) { key($0.name) + ": " }
        }
    }

    /// The node without its children: `User`, `.loaded`, `[Item]`.
    package static func head(_ node: TreeNode) -> String {
        if node.redacted == true { return RedactionRule.placeholder }
        return switch node.kind {
        case .choice: ".\(node.caseName ?? "?")"
        case .object, .array, .set, .dictionary, .reference: shortName(node.type)
        case .scalar, .null, .opaque, .error: leaf(node)
        }
    }

    /// A node in at most `limit` characters, abbreviated if necessary.
    package static func brief(_ node: TreeNode, limit: Int) -> String {
        if let whole = whole(node, limit: limit) { return whole }
        switch node.kind {
        case .scalar, .null, .reference, .opaque, .error: return String(leaf(node).prefix(max(limit - 1, 0))) + "…"
        case .choice, .object: return head(node) + "(…)"
        case .array, .set: return "[…]"
        case .dictionary: return "[…]"
        }
    }

    /// The key of a dictionary as a literal.
    package static func key(_ name: String) -> String {
        Literal.text(.string(name))
    }

    /// Whether the name of a payload is a label, and neither that of its case nor its index.
    package static func isLabelled(_ payload: TreeNode, in choice: TreeNode) -> Bool {
        let isBare = payload.path.tokens.count == choice.path.tokens.count + 1
        let isPlace =
            payload.name.hasPrefix("_") && payload.name.count > 1 && payload.name.dropFirst().allSatisfy(\.isNumber)
        return !isBare && !isPlace
    }

    /// A type name without the types it is nested in; generic arguments are kept.
    package static func shortName(_ type: String) -> String {
        guard !type.contains(where: { "<[(: ".contains($0) }), let dot = type.lastIndex(of: ".") else { return type }
        return String(type[type.index(after: dot)...])
    }

    private static func leaf(_ node: TreeNode) -> String {
        switch node.kind {
        case .null: return "nil"
        case .opaque, .reference: return "<\(node.type)>"
        case .error:
            if case .string(let message)? = node.value { return "<\(message)>" }
            return "<\(node.type) cannot be encoded>"
        default: return node.value.map { Literal.text($0) } ?? "<\(node.type)>"
        }
    }

    private static func list(
        _ node: TreeNode, opening: String, closing: String, limit: Int, label: (TreeNode) -> String
    ) -> String? {
        let children = node.children ?? []
        guard node.more == nil, (node.count ?? children.count) == children.count else { return nil }
        var text = opening
        for (index, child) in children.enumerated() {
            if index > 0 { text += ", " }
            text += label(child)
            guard let whole = whole(child, limit: limit - text.count) else { return nil }
            text += whole
        }
        text += closing
        return text.count <= limit ? text : nil
    }
}
