internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

/// How values are written: as at the prompt, on one line.
enum VariableText {
    /// The longest text of a value, in characters.
    static let limit = 200

    /// The text of a part of a state.
    static func text(_ node: TreeNode) -> String {
        let text = TreeNotation.brief(node, limit: limit)
        guard node.count ?? 0 > 0, text == "[…]" else { return text }
        return "\(TreeNotation.head(node)) (\(node.count ?? 0))"
    }

    /// The text of a value of a type.
    static func text(_ value: Value, _ schema: Schema?) -> String {
        Literal.text(value, schema: schema, limit: limit)
    }

    /// The text of a change.
    static func text(_ change: Change, _ state: Schema?) -> String {
        let schema = state?.part(at: change.path)
        let (old, new) = (change.old.map { text($0, schema) }, change.value.map { text($0, schema) })
        switch change.op {
        case .add, .test: return "+ \(new ?? "?")"
        case .remove: return "- \(old ?? "?")"
        case .move, .copy: return "← \(change.from.map { $0.isRoot ? "." : $0.swiftStyle } ?? "?")"
        case .replace:
            return change.isIncomparable ? "\(new ?? "?") cannot be compared" : "\(old ?? "?") → \(new ?? "?")"
        }
    }

    /// A part of a state as a line.
    static func variable(_ node: TreeNode, at place: TreePlace, name: String? = nil) -> Variable {
        var below = place
        below.path = node.path
        let hasParts = node.count ?? node.children?.count ?? 0 > 0 && node.redacted != true
        let isList = [.array, .set, .dictionary].contains(node.kind)
        return Variable(
            name: name ?? ControlCharacters.escaped(node.name), value: text(node), type: node.type, path: node.path,
            shown: hasParts ? .tree(below) : nil, count: hasParts ? node.count : nil, isIndexed: isList,
            isReadOnly: place.at != nil || node.viewOnly == true || node.redacted == true)
    }

    /// The lines of changes: each with its old and new value below it.
    static func variables(_ changes: [Change], _ state: Schema?) -> [Variable] {
        changes.map { change in
            let schema = state?.part(at: change.path)
            let sides = [("old", change.old), ("new", change.value)].compactMap { name, value in
                value.map { variable($0, JSONPlace(whole: $0, path: .root, held: nil), schema, name: name) }
            }
            return Variable(
                name: change.path.isRoot ? "." : change.path.swiftStyle, value: text(change, state), path: change.path,
                shown: sides.isEmpty ? nil : .list(sides), count: sides.isEmpty ? nil : sides.count)
        }
    }

    /// A part of a JSON value as a line.
    static func variable(_ value: Value, _ place: JSONPlace, _ schema: Schema?, name: String) -> Variable {
        let count: Int? =
            switch value {
            case .array(let values): values.count
            case .object(let members): members.count
            default: nil
            }
        let isIndexed = if case .array = value { true } else { false }
        return Variable(
            name: ControlCharacters.escaped(name), value: text(value, schema),
            shown: count ?? 0 > 0 ? .json(place) : nil,
            count: count, isIndexed: isIndexed, isReadOnly: place.held == nil)
    }

    /// The children of a part of a JSON value.
    static func children(of place: JSONPlace, _ schema: Schema?) -> [Variable] {
        func child(_ token: String, _ value: Value) -> Variable {
            var below = place
            below.path = place.path.appending(token)
            return variable(value, below, schema?.part(at: below.path), name: token)
        }
        switch place.whole.value(at: place.path) {
        case .array(let values)?: return values.enumerated().map { child(String($0.offset), $0.element) }
        case .object(let members)?: return members.map { child($0.key, $0.value) }
        default: return []
        }
    }
}
