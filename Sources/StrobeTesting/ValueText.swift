internal import StrobeReflection
internal import StrobeTree

/// Values in the notation in which they are written in Swift.
enum ValueText {
    /// About how many characters a value takes in a message; what is left out shows as `…`.
    static let limit = 400

    /// The text of a value: as the inspector writes it if its type has a shape, else by what reflection shows.
    static func of(_ value: Any, limit: Int = limit) -> String {
        if let form = form(of: value) { return Literal.text(form.value, schema: form.schema, limit: limit) }
        return text(of: Node(value), limit: limit)
    }

    /// A call with a value, short enough for a heading.
    static func call(_ function: String, _ value: Any) -> String {
        "\(function)(\(of(value, limit: 60)))"
    }

    /// The text of what a node shows.
    static func text(of node: Node, limit: Int = limit) -> String {
        var printer = NodePrinter(limit: limit)
        printer.print(node, depth: 0)
        return printer.text
    }

    private static func form(of value: Any) -> (value: Value, schema: Schema)? {
        guard let encodable = value as? any Encodable else { return nil }
        let schema = SchemaProbe.schema(of: type(of: value))
        if case .unknown = schema { return nil }
        guard let form = try? TreeEncoder().encode(encodable) else { return nil }
        return (form, schema)
    }
}

/// Writes nodes as Swift literals.
private struct NodePrinter {
    private(set) var text = ""
    private let limit: Int
    private static let maxDepth = 16

    init(limit: Int) {
        self.limit = limit
    }

    mutating func print(_ node: Node, depth: Int) {
        guard depth < Self.maxDepth, text.count < limit else {
            text += "…"
            return
        }
        switch node.kind {
        case .null: text += "nil"
        case .scalar: text += node.scalar.map { Literal.text($0, limit: max(limit - text.count, 8)) } ?? ""
        case .choice: choice(node, depth)
        case .object, .reference: members(node, depth)
        case .array, .set: list("[", node, "]", depth) { _, _ in }
        case .dictionary: dictionary(node, depth)
        case .opaque: text += node.typeName
        case .error: text += "<\(node.scalar.map { Literal.text($0) } ?? node.typeName)>"
        }
    }

    private mutating func choice(_ node: Node, _ depth: Int) {
        text += ".\(node.caseName ?? "?")"
        guard node.count ?? 0 > 0 else { return }
        list("(", node, ")", depth) { printer, child in
            let isBare = child.name.hasPrefix("_") || child.name == node.caseName
            if !isBare { printer.text += "\(child.name): " }
        }
    }

    private mutating func members(_ node: Node, _ depth: Int) {
        let isTuple = node.typeName.hasPrefix("(")
        list(isTuple ? "(" : "\(node.typeName)(", node, ")", depth) { printer, child in
            if Int(child.name) == nil { printer.text += "\(child.name): " }
        }
    }

    private mutating func dictionary(_ node: Node, _ depth: Int) {
        guard node.count ?? 0 > 0 else {
            text += "[:]"
            return
        }
        let hasNumbers = node.typeName.hasPrefix("[Int") || node.typeName.hasPrefix("[UInt")
        list("[", node, "]", depth) { printer, child in
            printer.text += "\(hasNumbers ? child.name : Literal.text(.string(child.name))): "
        }
    }

    /// Writes the children with commas between them, each after its label, until the text is full.
    private mutating func list(
        _ open: String, _ node: Node, _ close: String, _ depth: Int, label: (inout NodePrinter, Node) -> Void
    ) {
        text += open
        // No child takes less than three characters.
        for (index, child) in node.children(in: 0..<limit / 3 + 1).enumerated() {
            if index > 0 { text += ", " }
            if text.count >= limit {
                text += "…"
                break
            }
            label(&self, child)
            print(child, depth: depth + 1)
        }
        text += close
    }
}
