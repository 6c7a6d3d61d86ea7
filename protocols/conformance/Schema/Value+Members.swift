internal import StrobeTree

/// Access to raw JSON, without any type of our own in between.
extension Value {
    /// A member of an object.
    subscript(_ key: String) -> Value? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var members: Value.Object? { if case .object(let members) = self { members } else { nil } }
    var list: [Value]? { if case .array(let elements) = self { elements } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// An integer that fits into 64 bits with a sign.
    var integer: Int64? { if case .int(let number) = self { number } else { nil } }
}

extension Value {
    init(_ number: Int) { self = .int(Int64(number)) }
}

extension Value.Object {
    /// The members with one added or replaced.
    func with(_ key: String, _ value: Value) -> Value.Object {
        var members = self
        members[key] = value
        return members
    }
}
