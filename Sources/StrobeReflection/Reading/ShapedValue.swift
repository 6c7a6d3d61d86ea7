public import StrobeTree

/// A value in its JSON form together with its shape: it is shown, addressed and compared as the value was that it was
/// written from, with the names of types, the cases of enums and elements that are distinguished by their ids.
///
///     let state = ShapedValue("loading", shape: TreeShape(schema))
///     print(Node(state).caseName)  // loading
public struct ShapedValue: Sendable {
    /// The form.
    public var value: Value
    /// The shape of the tree that this is a part of.
    public let shape: TreeShape
    /// The shape of this part; `nil` if nothing is known of it.
    let schema: Schema?
    /// The name of the type, if the shape does not say.
    private let name: String?

    /// Makes a whole tree.
    ///
    /// - Parameters:
    ///   - value: Its form.
    ///   - shape: Its shape. What does not fit it is shown as the plain form that it is.
    public init(_ value: Value, shape: TreeShape) {
        self.value = value
        self.shape = shape
        schema = shape.resolved(shape.root)
        name = shape.typeName
    }

    init(_ value: Value, _ schema: Schema?, in shape: TreeShape) {
        self.value = value
        self.shape = shape
        self.schema = shape.resolved(schema)
        if case .unknown(let type)? = schema { name = type } else { name = nil }
    }

    /// The name of its type; empty where that is not known.
    var typeName: String { name ?? schema?.typeText ?? "" }
}

/// A value that represents a recorded tree.
public protocol ShapedTree {
    /// The tree.
    var shaped: ShapedValue { get }
}

extension ShapedValue: ShapedTree {
    /// This one.
    public var shaped: ShapedValue { self }
}

/// The name of a case of an enum with raw values.
struct ShapedCase {
    let name: String
}

extension ShapedValue {
    /// What is found one level below.
    var expansion: Expansion { Self.expand(self, schema, depth: 0) }

    /// A member of an object, without its other members; `nil` for what is no object, or has none of that name.
    func member(named name: String) -> Child? {
        guard case .object(let object) = value, let index = object.index(of: name) else { return nil }
        switch schema {
        case nil: return part(object[index].value, nil)
        case .object(_, let fields)?: return part(object[index].value, Self.field(name, at: index, of: fields)?.schema)
        default: return nil
        }
    }

    /// The field of a member: usually the one at its place.
    private static func field(_ name: String, at index: Int, of fields: [Schema.Field]) -> Schema.Field? {
        index < fields.count && fields[index].name == name ? fields[index] : fields.first { $0.name == name }
    }

    private func part(_ value: Value, _ schema: Schema?) -> Child { .shaped(ShapedValue(value, schema, in: shape)) }

    private static func expand(_ whole: ShapedValue, _ schema: Schema?, depth: Int) -> Expansion {
        switch (schema, whole.value) {
        case (.optional(let wrapped)?, let value):
            if value == .null { return .leaf(.null) }
            let inner = whole.shape.resolved(wrapped)
            // An optional whose content may be `null` itself keeps it apart in an object.
            if case .object(let object) = value, object.count == 1, let some = object["some"], inner?.isNullable ?? true
            {
                return .members([Member(key: "some", child: whole.part(some, inner))])
            }
            return depth < 128 ? expand(whole, inner, depth: depth + 1) : whole.plain
        case (.array(let element)?, .array(let elements)):
            return .list(ShapedList(elements: elements, element: element, shape: whole.shape))
        case (.set(let element)?, .array(let elements)):
            return .set(ShapedSet(elements: elements, element: element, shape: whole.shape))
        case (.dictionary(let key, let value)?, .object(let object)):
            return .dictionary(ShapedDictionary(members: object, key: key, value: value, shape: whole.shape))
        case (.object(_, let fields)?, .object(let object)): return .members(whole.members(object, fields))
        case (.choice(_, let cases)?, let value): return whole.choice(value, cases) ?? whole.plain
        case (.scalar?, .object), (.scalar?, .array): return whole.plain
        case (.scalar?, let value): return .leaf(value)
        default: return whole.plain
        }
    }

    /// What the form shows by itself.
    private var plain: Expansion {
        switch value {
        case .object(let object): .members(object.map { Member(key: $0.key, child: part($0.value, nil)) })
        case .array(let elements): .list(ShapedList(elements: elements, element: nil, shape: shape))
        default: .leaf(value)
        }
    }

    private func members(_ object: Value.Object, _ fields: [Schema.Field]) -> [Member] {
        object.enumerated().map { index, member in
            Member(key: member.key, child: part(member.value, Self.field(member.key, at: index, of: fields)?.schema))
        }
    }

    private func choice(_ value: Value, _ cases: [Schema.Case]) -> Expansion? {
        if let raw = cases.first(where: { $0.raw == value }) { return .raw(value, value: ShapedCase(name: raw.name)) }
        switch value {
        case .string(let name):
            guard cases.contains(where: { $0.name == name && $0.raw == nil }) else { return nil }
            return .choice(Expansion.Choice(name: name, payload: [], isBare: false))
        case .object(let object):
            guard object.count == 1, let name = object.keys.first,
                let choice = cases.first(where: { $0.name == name && $0.raw == nil })
            else { return nil }
            return payload(object[0].value, of: choice)
        default: return nil
        }
    }

    private func payload(_ form: Value, of choice: Schema.Case) -> Expansion? {
        guard let first = choice.payload.first else {
            return form == .object([:]) ? .choice(Expansion.Choice(name: choice.name, payload: [], isBare: false)) : nil
        }
        guard choice.payload.count > 1 || first.name != nil else {
            var content = form
            if case .object(let object) = form, object.count == 1, let only = object["_0"] { content = only }
            let member = Member(key: "_0", child: part(content, first.schema))
            return .choice(Expansion.Choice(name: choice.name, payload: [member], isBare: true))
        }
        guard case .object(let object) = form else { return nil }
        let fields = choice.payload.enumerated().map { Schema.Field(name: $1.key(at: $0), schema: $1.schema) }
        return .choice(Expansion.Choice(name: choice.name, payload: members(object, fields), isBare: false))
    }

    /// The longest beginning of a path with nothing but members of objects on the way, which no change beside it can
    /// move or rename.
    package func followable(_ path: Path) -> Path {
        var (value, schema) = (Optional(value), schema)
        var tokens: [String] = []
        for token in path.tokens {
            var fields: [Schema.Field] = []
            switch schema {
            case nil: break
            case .object(_, let known)?: fields = known
            default: return Path(tokens)
            }
            // Texts that are written differently may be the same key.
            guard case .object(let object)? = value, token.utf8.allSatisfy({ $0 < 0x80 }) else { return Path(tokens) }
            tokens.append(token)
            value = object[token]
            schema = shape.resolved(fields.first { $0.name == token }?.schema)
        }
        return Path(tokens)
    }

    /// The number that the part is, where its type writes some of them as texts.
    var number: ExactNumber? {
        if let number = ExactNumber(value) { return number }
        var inner = schema
        while case .optional(let wrapped)? = inner { inner = shape.resolved(wrapped) }
        guard case .scalar(let scalar)? = inner, case .string(let text) = value else { return nil }
        switch scalar {
        case .double: return Leaf.double(value).map { .double($0) }
        case .decimal: return ExactNumber.decimal(text)
        default: return nil
        }
    }
}
