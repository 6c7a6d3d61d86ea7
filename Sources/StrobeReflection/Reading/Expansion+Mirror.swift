internal import StrobeTree

extension Expansion {
    /// Looks into a value that does not encode itself.
    static func mirror(_ value: Any, chain: Int, _ opensObjects: Bool) -> Expansion {
        func open<T>(_ value: T) -> Expansion? { collection(value, chain: chain, opensObjects) }
        if let collection = _openExistential(value, do: open) { return collection }
        if let reference = value as? UnreadReference { return .opaque(reference.typeName) }
        let mirror = Mirror(reflecting: value)
        // What was compiled without reflection has no members to be seen, which is not to have none.
        if mirror.children.isEmpty, !(value is any CustomReflectable), !isReflected(value, mirror) {
            return .opaque(TypeName.of(type(of: value)))
        }
        switch mirror.displayStyle {
        case .collection, .set: return .elements(mirror.children.map { Child(any: $0.value) })
        case .enum: return choice(value, mirror)
        case .struct:
            return .members(StoredProperties(of: value, mirror).map { Member(key: $0.label, child: $0.child) })
        case .class: return .members(inherited(mirror))
        case .tuple: return .members(members(mirror, from: 0))
        default:
            guard mirror.children.isEmpty else { return .members(members(mirror, from: 0)) }
            if let text = value as? any CustomStringConvertible { return .leaf(.string(text.description)) }
            return .opaque(TypeName.of(type(of: value)))
        }
    }

    /// Whether the mirror of a value without parts may be believed: it was compiled with reflection.
    private static func isReflected(_ value: Any, _ mirror: Mirror) -> Bool {
        switch mirror.displayStyle {
        case .enum: TypeMetadata.caseName(of: value) != nil
        case .struct, .class: TypeMetadata.isReflected(type(of: value))
        default: true
        }
    }

    private static func inherited(_ mirror: Mirror) -> [Member] {
        var mirrors = [mirror]
        while let parent = mirrors.last?.superclassMirror { mirrors.append(parent) }
        return mirrors.reversed().reduce(into: []) { $0 += members($1, from: $0.count) }
    }

    private static func members(_ mirror: Mirror, from start: Int) -> [Member] {
        mirror.children.enumerated().map { offset, child in
            Member(key: label(child.label, start + offset), child: Child(any: child.value))
        }
    }

    /// The elements of tuples without labels are called `.0`, `.1`; an object has `0`, `1`.
    private static func label(_ label: String?, _ position: Int) -> String {
        guard let label else { return String(position) }
        return label.hasPrefix(".") ? String(label.dropFirst()) : label
    }

    private static func choice(_ value: Any, _ mirror: Mirror) -> Expansion {
        guard let child = mirror.children.first else {
            return .choice(Choice(name: EnumName.declared(value), payload: [], isBare: false))
        }
        let name = child.label ?? "?"
        let payload = Mirror(reflecting: child.value)
        guard payload.displayStyle == .tuple else {
            return .choice(
                Choice(name: name, payload: [Member(key: "_0", child: Child(any: child.value))], isBare: true))
        }
        let members = payload.children.enumerated().map { offset, child in
            let label = child.label ?? "_\(offset)"
            return Member(
                key: label.hasPrefix(".") ? "_" + label.dropFirst() : label, child: Child(any: child.value))
        }
        return .choice(Choice(name: name, payload: members, isBare: false))
    }
}
