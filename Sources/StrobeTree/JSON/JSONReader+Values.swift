internal import OrderedCollections

extension JSONReader {
    /// The text of a string.
    @inline(__always)
    func text(of token: JSONToken) -> String {
        let (first, length) = (Int(token.payload), Int(token.detail))
        if token.kind == .string {
            return String(decoding: UnsafeBufferPointer(start: start + first, count: length), as: UTF8.self)
        }
        return String(decoding: memory.resolved[first..<first + length], as: UTF8.self)
    }

    /// The value at a place on the tape; steps over it.
    func value(at place: inout Int) -> Value {
        let token = tokens[place]
        place &+= 1
        switch token.kind {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .int: return .int(Int64(bitPattern: token.payload))
        case .uint: return .uint(token.payload)
        case .double: return .double(Double(bitPattern: token.payload))
        case .string, .resolved: return .string(text(of: token))
        case .array: return .array(values(token.count, at: &place))
        case .object:
            guard token.count > 0 else { return .object(Value.Object()) }
            switch memory.layout(of: token.detail) {
            case .distinct(let shape):
                return .object(Value.Object(shape: shape, values: values(token.count, at: &place)))
            case .repeated(let keys, let places):
                var last = [Value](repeating: .null, count: keys.count)
                for index in places { last[index] = value(at: &place) }
                return .object(Value.Object(shape: Value.Shape(keys), values: last))
            }
        case .dictionary: return .object(dictionary(token, at: &place))
        }
    }

    private func values(_ count: Int, at place: inout Int) -> [Value] {
        guard count > 0 else { return [] }
        // `init(unsafeUninitializedCapacity:)` looks the type of its storage up each time.
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(value(at: &place)) }
        return values
    }

    private func dictionary(_ token: JSONToken, at place: inout Int) -> Value.Object {
        let remembered = memory.keys(upTo: token.detail)
        var keys = OrderedSet<String>()
        var values: [Value] = []
        keys.reserveCapacity(token.count)
        values.reserveCapacity(token.count)
        for index in 0..<token.count {
            let key: String
            if index < remembered.count {
                key = remembered[index]
            } else {
                key = text(of: tokens[place])
                place &+= 1
            }
            let (isNew, slot) = keys.append(key)
            let value = value(at: &place)
            if isNew { values.append(value) } else { values[slot] = value }
        }
        return Value.Object(shape: Value.Shape(keys), values: values)
    }
}
