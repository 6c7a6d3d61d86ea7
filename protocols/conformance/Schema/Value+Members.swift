internal import StrobeTree

/// Looks into JSON as it came, without any type of ours in between.
extension Value {
    /// A member of an object.
    subscript(_ key: String) -> Value? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var members: Value.Object? { if case .object(let members) = self { members } else { nil } }
    var list: [Value]? { if case .array(let elements) = self { elements } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// An integer that fits 64 bits with a sign.
    var integer: Int64? { if case .int(let number) = self { number } else { nil } }
}

extension Value {
    init(_ number: Int) { self = .int(Int64(number)) }
}

extension Value.Object {
    /// The members with another one.
    func with(_ key: String, _ value: Value) -> Value.Object {
        var members = self
        members[key] = value
        return members
    }
}
