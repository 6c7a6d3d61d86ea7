internal import StrobeTree

/// One level of a value.
enum Expansion {
    case leaf(Value)
    case members([Member])
    case elements([Child])
    case list(any ListForm)
    case set(any SetForm)
    case dictionary(any DictionaryForm)
    case choice(Choice)
    /// A case of an enum that encodes itself as its raw value.
    case raw(Value, value: Any)
    /// A value without a form, such as a closure, with a word for it.
    case opaque(String)
    /// An object that can change, with its type: it is not looked into while the program may write to it.
    case object(String)
    /// A value whose own `encode(to:)` threw, with the message.
    case failure(String)

    /// The current case of an enum.
    struct Choice {
        var name: String
        var payload: [Member]
        /// Whether the payload is one value without a label, which replaces an object.
        var isBare: Bool
    }

    /// Chains of single value containers are followed so far.
    private static let chainLimit = 128

    static let endless = "it encodes itself endlessly"

    /// Looks one level into a part.
    ///
    /// - Parameter opensObjects: Whether mutable objects are looked into: no other code may use them meanwhile.
    init(_ child: Child, opensObjects: Bool = false) {
        self.init(child, chain: 0, opensObjects)
    }

    private init(_ child: Child, chain: Int, _ opensObjects: Bool = false) {
        guard chain < Self.chainLimit else {
            self = .failure(Self.endless)
            return
        }
        switch child {
        case .leaf(.object(let object), let type):
            self = .members(object.map { Member(key: $0.key, child: .leaf($0.value, type)) })
        case .leaf(.array(let elements), let type): self = .elements(elements.map { .leaf($0, type) })
        case .leaf(let value, _): self = .leaf(value)
        case .redacted(.object(let object), let type, let name):
            self = .members(object.map { Member(key: $0.key, child: .redacted($0.value, type, name: name)) })
        case .redacted(.array(let elements), let type, let name):
            self = .elements(elements.map { .redacted($0, type, name: name) })
        case .redacted(let value, _, _): self = .leaf(value)
        case .encodable(let value):
            self = Self.closed(value, opensObjects) ?? Self.expand(value, chain: chain, opensObjects)
        case .shaped(let part): self = part.expansion
        case .nested(let recorder): self = Self.finish(recorder, nil, chain: chain, opensObjects)
        case .plain(let value):
            self = Self.closed(value, opensObjects) ?? Self.mirror(value, chain: chain, opensObjects)
        }
    }

    /// An object that is not looked into; `nil` for all other values.
    private static func closed(_ value: Any, _ opensObjects: Bool) -> Expansion? {
        let type = Swift.type(of: value)
        guard !opensObjects, ObjectAccess.isClosed(type) else { return nil }
        return .object(TypeName.of(type))
    }

    private static func expand(_ value: some Encodable, chain: Int, _ opensObjects: Bool) -> Expansion {
        if let collection = collection(value, chain: chain, opensObjects) { return collection }
        return finish(CapturingEncoder(of: value), value, chain: chain, opensObjects)
    }

    /// The standard collections and optionals, which are opened by their types.
    static func collection<T>(_ value: T, chain: Int, _ opensObjects: Bool) -> Expansion? {
        switch TypeFacts.form(of: Swift.type(of: value as Any)) {
        case .other: return nil
        case .list: return (value as? any ListForm).map { .list($0) }
        case .set: return (value as? any SetForm).map { .set($0) }
        case .dictionary: return (value as? any DictionaryForm).map { .dictionary($0) }
        case .optional: return (value as? any OptionalForm).map { optional($0, chain: chain, opensObjects) }
        }
    }

    /// What is in an optional; where its form would read as `nil`, or as the form that keeps it from that, it is put
    /// into an object `{"some": ...}`.
    private static func optional(_ optional: any OptionalForm, chain: Int, _ opensObjects: Bool) -> Expansion {
        guard let child = optional.wrappedChild else { return .leaf(.null) }
        let expansion = Expansion(child, chain: chain + 1, opensObjects)
        let isAmbiguous =
            switch expansion {
            case .leaf(.null): true
            case .members(let members):
                members.count == 1 && members[0].key == "some" && type(of: optional).wrapsNullable
            default: false
            }
        return isAmbiguous ? .members([Member(key: "some", child: child)]) : expansion
    }

    private static func finish(
        _ recorder: CapturingEncoder, _ value: Any?, chain: Int, _ opensObjects: Bool
    ) -> Expansion {
        func isEnum() -> Bool { value.map { TypeFacts.isEnum($0) } == true }
        if let failure = recorder.failure { return .failure(failure) }
        switch recorder.content {
        case .nothing: return .members([])
        case .single(.leaf(let leaf, _)) where leaf != .null && isEnum():
            return .raw(leaf, value: value ?? leaf)
        case .single(let child): return Expansion(child, chain: chain + 1, opensObjects)
        case .unkeyed(let children): return .elements(children)
        case .keyed(let members):
            guard members.count == 1, case .nested(let nested) = members[0].child, nested.isNestedContainer, isEnum()
            else { return .members(members) }
            if let failure = nested.failure { return .failure(failure) }
            guard case .keyed(let payload) = nested.content else { return .members(members) }
            return .choice(
                Choice(
                    name: members[0].key, payload: payload, isBare: payload.count == 1 && payload[0].key == "_0"))
        }
    }
}
