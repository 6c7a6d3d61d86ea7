internal import StrobeTree

/// What a part of a condition is for one state.
enum ConditionOperand {
    /// There is nothing.
    case missing
    case null
    case bool(Bool)
    case number(ExactNumber)
    case text(String)
    /// A value with parts.
    case part(Child, RedactionCursor)
    /// A value with parts as it is written in the condition.
    case form(Value)

    /// The operand that a form represents.
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .string(let text): self = .text(text)
        case .array, .object: self = .part(.leaf(value, Value.self), .none)
        case .int, .uint, .double: self = ExactNumber(value).map { .number($0) } ?? .missing
        }
    }

    /// What a value is: a leaf by its type, an enum without payload by the name of its case.
    init(_ part: (child: Child, cursor: RedactionCursor)?) {
        guard let (child, cursor) = part else {
            self = .missing
            return
        }
        switch child {
        case .leaf(let value, let type), .redacted(let value, let type, _):
            self = ExactNumber(leaf: value, type).map { .number($0) } ?? Self(value)
        case .shaped(let part) where part.number != nil: self = part.number.map { .number($0) } ?? .missing
        default:
            if let inner = child.wrapped {
                self = Self((cursor.shown(inner), cursor))
                return
            }
            switch Expansion(child) {
            case .leaf(let value), .raw(let value, _): self = Self(value)
            case .choice(let choice) where choice.payload.isEmpty: self = .text(choice.name)
            default: self = .part(child, cursor)
            }
        }
    }

    var isMissing: Bool { if case .missing = self { true } else { false } }

    /// The value for messages; `nil` if there is none, and a text in angle brackets for a large one.
    var shown: Value? {
        switch self {
        case .missing: return nil
        case .null: return .null
        case .bool(let bool): return .bool(bool)
        case .number(let number): return number.value
        case .text(let text): return .string(text)
        case .form(let value): return value
        case .part(.leaf(let value, _), let cursor) where !cursor.isActive:
            var room = 64
            return value.fits(&room) ? value : .string("<a value of many parts>")
        case .part(let child, let cursor):
            var builder = ValueBuilder(
                mode: .lenient, limits: TreeLimits(maxDepth: 8, maxNodes: 64, maxBytes: 4_096), cursor: cursor)
            return builder.form(of: child)
        }
    }
}

extension Value {
    /// Takes its nodes, and a part for its texts, off the room that is left.
    ///
    /// - Returns: Whether there was room enough.
    fileprivate func fits(_ room: inout Int) -> Bool {
        room -= 1
        guard room >= 0 else { return false }
        switch self {
        case .string(let text):
            room -= text.utf8.count / 64
            return room >= 0
        case .array(let elements): return elements.allSatisfy { $0.fits(&room) }
        case .object(let members): return members.allSatisfy { $0.value.fits(&room) }
        default: return true
        }
    }
}

extension ExactNumber {
    /// The number that a leaf of a type is, whatever its form: decimals and what is not finite are written as texts.
    init?(leaf value: Value, _ type: any Any.Type) {
        if let number = ExactNumber(value) {
            self = number
            return
        }
        guard case .string(let text) = value else { return nil }
        if type == Double.self || type == Float.self || type == Double?.self || type == Float?.self {
            guard let number = Leaf.double(value) else { return nil }
            self = .double(number)
        } else if let number = Self.decimal(text, type) {
            self = number
        } else {
            return nil
        }
    }
}

extension Child {
    /// What is in an optional that has something in it, unless its form says so; `nil` for all else.
    var wrapped: Child? {
        guard case .encodable(let value) = self else { return nil }
        let type = Swift.type(of: value)
        guard TypeFacts.form(of: type) == .optional, let optional = value as? any OptionalForm,
            !Swift.type(of: optional).wrapsNullable
        else { return nil }
        return optional.wrappedChild
    }
}
