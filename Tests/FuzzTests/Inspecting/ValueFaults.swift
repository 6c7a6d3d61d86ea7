import SeededTesting
import StrobeTree

/// Damages values as a faulty or hostile program would: extreme numbers, other types, missing or repeated members, deep
/// nesting, long lists and texts.
struct ValueFaults {
    var random: SeededGenerator

    /// Replacements for numbers; those in the range of the protocol get furthest.
    private static let ends: [Value] = [
        0, 1, 2, .int(1 << 53), .int((1 << 53) - 1), .int(1_000_000_000_000), .int(1 << 31), .int(1 << 32), .int(4_096),
        -1,
        .int((1 << 53) + 1), .int(.max), .int(.min), .int(.max - 1), .int(.min + 1), .uint(.max), .double(1e300),
        .double(0.5),
    ]
    private static let others: [Value] = [
        nil, true, false, 0, -1, "", "a", ".a", "/a", "/0", "branch:1", "live", "\u{1B}[31m", "\n", [], [:], [[]],
        ["a": 1], [1, 2, 3],
    ]

    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int.random(in: 0..<bound, using: &random) : 0 }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func pick<T>(_ choices: [T]) -> T? { choices.randomElement(using: &random) }

    /// A value with some faults in it.
    mutating func wrong(_ value: Value) -> Value {
        var value = value
        for _ in 0...below(3) {
            switch below(20) {
            case 0..<11: value = changed(value, \.isNumber) { faults, number in faults.number(number) }
            case 11, 12: value = changed(value) { faults, _ in faults.pick(Self.others) ?? nil }
            case 13, 14, 15: value = changed(value, \.isContainer) { faults, part in faults.members(part) }
            case 16: value = changed(value) { faults, part in faults.nested(part) }
            case 17: value = changed(value, \.isText) { faults, _ in faults.text() }
            case 18: value = changed(value, \.isList) { faults, part in faults.repeated(part) }
            default: value = changed(value, \.isContainer) { faults, part in faults.recursive(part) }
            }
        }
        return value
    }

    /// The text of an object with a member repeated with another value.
    mutating func doubled(_ value: Value) -> String? {
        guard case .object(let members) = value, let key = pick(members.keys), let child = members[key] else {
            return nil
        }
        var text = JSON.text(value)
        text.removeLast()
        return text + ",\(JSON.text(.string(key))):\(JSON.text(wrong(child)))}"
    }

    private mutating func number(_ value: Value) -> Value {
        guard case .int(let number) = value, chance(30) else { return pick(Self.ends) ?? 0 }
        return .int([number &+ 1, number &- 1, 0 &- number, number &* 2, number &+ 1_000][below(5)])
    }

    private mutating func members(_ value: Value) -> Value {
        switch value {
        case .array(var elements):
            switch below(3) {
            case 0 where !elements.isEmpty: elements.remove(at: below(elements.count))
            case 1: elements.shuffle(using: &random)
            default: elements.insert(pick(elements + Self.others) ?? nil, at: below(elements.count + 1))
            }
            return .array(elements)
        case .object(var object):
            guard let key = pick(object.keys) else { return pick(Self.others) ?? nil }
            if chance(60) { object[key] = nil } else { object[key] = object[pick(object.keys) ?? key] }
            return .object(object)
        default: return value
        }
    }

    private mutating func nested(_ value: Value) -> Value {
        (0..<[2, 20, 60, 100, 126, 140, 1_000][below(7)]).reduce(value) { inner, level in
            level.isMultiple(of: 2) ? .array([inner]) : .object(["a": inner])
        }
    }

    /// A value with copies of itself in its members: trees that go on and on.
    private mutating func recursive(_ value: Value) -> Value {
        guard case .object(let object) = value, let key = pick(object.keys) else { return nested(value) }
        var copy = value
        for _ in 0..<[2, 10, 30, 60][below(4)] {
            var outer = object
            if case .array = object[key] ?? nil { outer[key] = .array([copy]) } else { outer[key] = copy }
            copy = .object(outer)
        }
        return copy
    }

    private mutating func text() -> Value {
        let piece = pick(["a", "a b ", "\u{1B}]0;x\u{7}", "é", "👩‍👩‍👧", "\u{202E}", "(", "\"", "\n"]) ?? "a"
        return .string(String(repeating: piece, count: [1, 10, 1_000, 20_000][below(4)]))
    }

    private mutating func repeated(_ value: Value) -> Value {
        guard case .array(let elements) = value, !elements.isEmpty else { return value }
        let times = [2, 20, 500][below(3)]
        return .array(Array((0..<times).lazy.flatMap { _ in elements }.prefix(2_000)))
    }

    /// A value with one part changed, possibly the whole.
    private mutating func changed(
        _ value: Value, _ isMeant: (Value) -> Bool = { _ in true }, _ change: (inout ValueFaults, Value) -> Value
    ) -> Value {
        let count = Self.count(value, isMeant)
        guard count > 0 else { return value }
        var left = below(count)
        return descend(value, &left, isMeant, change)
    }

    private mutating func descend(
        _ value: Value, _ left: inout Int, _ isMeant: (Value) -> Bool, _ change: (inout ValueFaults, Value) -> Value
    ) -> Value {
        if isMeant(value) {
            left -= 1
            if left == -1 { return change(&self, value) }
        }
        switch value {
        case .array(var elements):
            for place in elements.indices where left >= 0 {
                elements[place] = descend(elements[place], &left, isMeant, change)
            }
            return .array(elements)
        case .object(var object):
            for key in object.keys where left >= 0 {
                object[key] = descend(object[key] ?? nil, &left, isMeant, change)
            }
            return .object(object)
        default: return value
        }
    }

    private static func count(_ value: Value, _ isMeant: (Value) -> Bool) -> Int {
        let own = isMeant(value) ? 1 : 0
        switch value {
        case .array(let elements): return elements.reduce(own) { $0 + count($1, isMeant) }
        case .object(let object): return object.values.reduce(own) { $0 + count($1, isMeant) }
        default: return own
        }
    }
}

extension Value {
    fileprivate var isNumber: Bool {
        switch self {
        case .int, .uint, .double: true
        default: false
        }
    }
    fileprivate var isList: Bool { if case .array = self { true } else { false } }
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
