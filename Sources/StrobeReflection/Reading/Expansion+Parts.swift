internal import StrobeTree

extension Expansion {
    typealias Part = (child: Child, name: String, cursor: RedactionCursor)

    /// The part with a name as it is seen, the token that its path ends with, of `[id=42]` the index, and the cursor
    /// over it.
    func part(_ token: String, _ cursor: RedactionCursor = .none) -> Part? { part(token, cursor) {} }

    /// - Parameter check: Called now and then while a set is sorted; what it throws ends that.
    func part(_ token: String, _ cursor: RedactionCursor, check: () throws -> Void) rethrows -> Part? {
        func named(_ child: Child) -> Part {
            let cursor = cursor.below(token)
            return (cursor.shown(child), token, cursor)
        }
        func element(_ index: Int?, _ child: (Int) -> Child) -> Part? {
            guard let index else { return nil }
            let cursor = cursor.below(index)
            return (cursor.shown(child(index)), String(index), cursor)
        }
        switch self {
        case .members(let members): return members.first { $0.key == token }.map { named($0.child) }
        case .dictionary(let dictionary): return dictionary.child(named: token).map(named)
        case .elements(let children):
            return try element(index(token, children.count, cursor, check) { children[$0] }) { children[$0] }
        case .list(let list): return try element(index(token, list.childCount, cursor, check, list.child), list.child)
        case .set(let set):
            // An id may be that of any element.
            guard Path.id(in: token) == nil else {
                let children = try set.sortedChildren(cursor, in: 0..<set.childCount, check: check)
                return try element(index(token, children.count, cursor, check) { children[$0] }) { children[$0] }
            }
            guard let index = index(token, set.childCount) else { return nil }
            return try set.sortedChildren(cursor, in: index..<index + 1, check: check).first
                .flatMap { child in element(index) { _ in child } }
        case .choice(let choice): return token == choice.name && !choice.payload.isEmpty ? named(choice.form) : nil
        case .leaf, .raw, .opaque, .object, .failure: return nil
        }
    }

    private func index(_ token: String, _ count: Int) -> Int? {
        Int(token).flatMap { (0..<count).contains($0) && String($0) == token ? $0 : nil }
    }

    private func index(
        _ token: String, _ count: Int, _ cursor: RedactionCursor, _ check: () throws -> Void, _ element: (Int) -> Child
    ) rethrows -> Int? {
        if let index = index(token, count) { return index }
        guard let id = Path.id(in: token) else { return nil }
        /// Whether the id is shown: trying ids must not find a hidden one, nor one that is made of hidden values.
        func isShown(_ position: Int) -> Bool {
            guard cursor.isActive else { return true }
            let below = cursor.below(position)
            let child = element(position)
            switch Expansion(below.shown(child)).part("id", below)?.child {
            case .redacted: return false
            case nil: return child.type.map { !below.mayHide(in: $0) } ?? false
            case _?: return true
            }
        }
        if case .list(let list) = self, let identifiable = list as? any IdentifiableListForm,
            type(of: identifiable).hasReadableIDs
        {
            return identifiable.index(ofID: id).flatMap { isShown($0) ? $0 : nil }
        }
        return try (0..<count).first { position in
            if position & 1_023 == 1_023 { try check() }
            guard let member = Expansion(element(position)).part("id")?.child, let scalar = Expansion(member).scalar
            else { return false }
            return KeyText.text(of: scalar) == id && isShown(position)
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

    /// The name of the current case of an enum.
    var caseName: String? {
        switch self {
        case .choice(let choice): choice.name
        case .raw(let form, let value): (value as? ShapedCase)?.name ?? EnumName.of(value, form: form)
        default: nil
        }
    }
}

extension Expansion.Choice {
    /// What is under the name of the case.
    var form: Child {
        guard isBare, let only = payload.first?.child else { return .nested(CapturingEncoder(payload: payload)) }
        // A payload that looks like Foundation's form of a single payload is wrapped in one.
        if case .members(let members) = Expansion(only), members.count == 1, members[0].key == "_0" {
            return .nested(CapturingEncoder(payload: payload))
        }
        return only
    }
}
