extension Expansion {
    /// The part with a name, and the token that its path ends with: of `[id=42]` the index.
    func part(_ token: String) -> (child: Child, name: String)? {
        switch self {
        case .members(let members): return members.first { $0.key == token }.map { ($0.child, token) }
        case .dictionary(let dictionary): return dictionary.child(named: token).map { ($0, token) }
        case .elements(let children):
            return index(token, children.count) { children[$0] }.map { (children[$0], String($0)) }
        case .list(let list): return index(token, list.childCount, list.child).map { (list.child(at: $0), String($0)) }
        case .set(let set):
            let children = set.sortedChildren()
            return index(token, children.count) { children[$0] }.map { (children[$0], String($0)) }
        case .choice(let choice): return token == choice.name && !choice.payload.isEmpty ? (choice.form, token) : nil
        case .leaf, .raw, .opaque, .failure: return nil
        }
    }

    private func index(_ token: String, _ count: Int, _ element: (Int) -> Child) -> Int? {
        if let index = Int(token), (0..<count).contains(index), String(index) == token { return index }
        guard let id = Path.id(in: token) else { return nil }
        if case .list(let list) = self, let identifiable = list as? any IdentifiableListForm {
            return identifiable.index(ofID: id)
        }
        return (0..<count).first { position in
            guard let member = Expansion(element(position)).part("id")?.child, let scalar = Expansion(member).scalar
            else { return false }
            return KeyText.text(of: scalar) == id
        }
    }

    /// The value of a leaf, the raw value of an enum, or the message of an error; `nil` for containers.
    var scalar: Value? {
        switch self {
        case .leaf(let value), .raw(let value, _): value
        case .failure(let message): .string(message)
        default: nil
        }
    }

    /// The name of the present case of an enum.
    var caseName: String? {
        switch self {
        case .choice(let choice): choice.name
        case .raw(let form, let value): (value as? ShapedCase)?.name ?? EnumName.of(value, form: form)
        default: nil
        }
    }
}

extension Expansion.Choice {
    /// What stands under the name of the case.
    var form: Child {
        guard isBare, let only = payload.first?.child else { return .nested(Recorder(members: payload)) }
        // A payload that looks like Foundation's form of a single payload is wrapped in one.
        if case .members(let members) = Expansion(only), members.count == 1, members[0].key == "_0" {
            return .nested(Recorder(members: payload))
        }
        return only
    }
}
