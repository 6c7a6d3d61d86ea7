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
    /// A value whose own `encode(to:)` threw, with the message.
    case failure(String)

    /// The present case of an enum.
    struct Choice {
        var name: String
        var payload: [Member]
        /// Whether the payload is one value without a label, which stands in place of an object.
        var isBare: Bool
    }

    /// Chains of single value containers are followed so far.
    private static let chainLimit = 128

    /// Looks one level into a part.
    init(_ child: Child) {
        self.init(child, chain: 0)
    }

    private init(_ child: Child, chain: Int) {
        guard chain < Self.chainLimit else {
            self = .failure("it encodes itself without end")
            return
        }
        switch child {
        case .leaf(.object(let object), let type):
            self = .members(object.map { Member(key: $0.key, child: .leaf($0.value, type)) })
        case .leaf(.array(let elements), let type): self = .elements(elements.map { .leaf($0, type) })
        case .leaf(let value, _): self = .leaf(value)
        case .redacted(.object(let object), let type):
            self = .members(object.map { Member(key: $0.key, child: .redacted($0.value, type)) })
        case .redacted(.array(let elements), let type): self = .elements(elements.map { .redacted($0, type) })
        case .redacted(let value, _): self = .leaf(value)
        case .encodable(let value): self = Self.expand(value, chain: chain)
        case .shaped(let part): self = part.expansion
        case .nested(let recorder): self = Self.finish(recorder, nil, chain: chain)
        case .plain(let value): self = Self.mirror(value, chain: chain)
        }
    }

    private static func expand(_ value: some Encodable, chain: Int) -> Expansion {
        if let collection = collection(value, chain: chain) { return collection }
        return finish(Recorder(of: value), value, chain: chain)
    }

    /// The standard collections and optionals, which are opened by their types.
    static func collection<T>(_ value: T, chain: Int) -> Expansion? {
        switch TypeFacts.form(of: Swift.type(of: value as Any)) {
        case .other: return nil
        case .list: return (value as? any ListForm).map { .list($0) }
        case .set: return (value as? any SetForm).map { .set($0) }
        case .dictionary: return (value as? any DictionaryForm).map { .dictionary($0) }
        case .optional: return (value as? any OptionalForm).map { optional($0, chain: chain) }
        }
    }

    /// What is in an optional; where its form would read as `nil`, or as the form that keeps it from that, it is put into
    /// an object `{"some": ...}`.
    private static func optional(_ optional: any OptionalForm, chain: Int) -> Expansion {
        guard let child = optional.wrappedChild else { return .leaf(.null) }
        let expansion = Expansion(child, chain: chain + 1)
        let isAmbiguous =
            switch expansion {
            case .leaf(.null): true
            case .members(let members):
                members.count == 1 && members[0].key == "some" && type(of: optional).wrapsNullable
            default: false
            }
        return isAmbiguous ? .members([Member(key: "some", child: child)]) : expansion
    }

    private static func finish(_ recorder: Recorder, _ value: Any?, chain: Int) -> Expansion {
        func isEnum() -> Bool { value.map { TypeFacts.isEnum($0) } == true }
        if let failure = recorder.failure { return .failure(failure) }
        switch recorder.content {
        case .nothing: return .members([])
        case .single(.leaf(let leaf, _)) where leaf != .null && isEnum():
            return .raw(leaf, value: value ?? leaf)
        case .single(let child): return Expansion(child, chain: chain + 1)
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
