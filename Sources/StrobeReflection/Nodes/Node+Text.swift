internal import StrobeTree

extension Node {
    /// The value as Swift would write it, such as `.fetch(3, with: <Client>)`: what is hidden shows as a placeholder, what is not
    /// looked into as its type, and no description of the program's own is asked for.
    ///
    /// - Parameter limit: About how many characters the text may have; what is left out shows as `…`.
    /// - Complexity: O(`limit`).
    public func text(limit: Int) -> String {
        var writer = NodeWriter(limit: limit)
        writer.write(self, 0)
        return writer.text
    }
}

extension Node {
    /// Whether it is a closure, the type of which says little and takes much room.
    fileprivate var isClosure: Bool { content.type.map { TypeMetadata.kind(of: $0) == .function } ?? false }
}

private struct NodeWriter {
    private static let maxDepth = 32

    let limit: Int
    private(set) var text = ""
    private var length = 0

    init(limit: Int) { self.limit = limit }

    private var isFull: Bool { length >= limit }

    private mutating func append(_ part: String) {
        guard !isFull else { return }
        let room = limit - length
        length += part.count
        text += length > limit ? part.prefix(room - 1) + "…" : part
    }

    mutating func write(_ node: Node, _ depth: Int) {
        guard !isFull else { return }
        guard depth < Self.maxDepth else { return append("…") }
        switch node.kind {
        case .null: append("nil")
        case .scalar: append(Literal.text(node.scalar ?? .null, limit: limit))
        case .opaque: append(node.isClosure ? "<closure>" : "<\(node.typeName)>")
        case .error: append("<error>")
        case .array where node.typeName == DurationText.typeName:
            append((try? node.value()).flatMap(DurationText.text) ?? "<\(node.typeName)>")
        case .array, .set: list("[", node, "]", depth) { writer, child in writer.write(child, depth + 1) }
        case .dictionary:
            guard node.count != 0 else { return append("[:]") }
            list("[", node, "]", depth) { writer, child in
                writer.append("\(Literal.text(.string(child.name))): ")
                writer.write(child, depth + 1)
            }
        case .object, .reference:
            let isTuple = node.typeName.hasPrefix("(")
            list(isTuple ? "(" : "\(node.typeName)(", node, ")", depth) { $0.labelled($1, depth) }
        case .choice:
            append("." + (node.caseName ?? "?"))
            guard case .choice(let choice) = node.expansion, !choice.payload.isEmpty else { return }
            list("(", node, ")", depth) { writer, child in
                if choice.isBare { writer.write(child, depth + 1) } else { writer.labelled(child, depth) }
            }
        }
    }

    private mutating func labelled(_ child: Node, _ depth: Int) {
        let isPosition = Int(child.name.drop { $0 == "_" }) != nil
        if !isPosition { append("\(child.name): ") }
        write(child, depth + 1)
    }

    private mutating func list(
        _ start: String, _ node: Node, _ end: String, _ depth: Int, _ write: (inout NodeWriter, Node) -> Void
    ) {
        append(start)
        for (index, child) in node.children(in: 0..<min(node.count ?? 0, limit)).enumerated() {
            if index > 0 { append(", ") }
            if isFull { return }
            write(&self, child)
        }
        append(end)
    }
}
