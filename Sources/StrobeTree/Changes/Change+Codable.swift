extension Change: Codable {
    private enum CodingKeys: String, CodingKey {
        case op, path, from, value, old, incomparable
    }

    /// Decodes an operation; a `value` or `old` of `null` is kept apart from an absent one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Operation.self, forKey: .op), try container.decode(Path.self, forKey: .path),
            from: try container.decodeIfPresent(Path.self, forKey: .from))
        // Not with `? :`, where `nil` would be taken for a `Value`.
        if container.contains(.value) { value = try container.decode(Value.self, forKey: .value) }
        isIncomparable = try container.decodeIfPresent(Bool.self, forKey: .incomparable) ?? false
        if container.contains(.old) { old = try container.decode(Value.self, forKey: .old) }
    }

    /// Encodes an operation; absent members are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(op, forKey: .op)
        try container.encode(path, forKey: .path)
        // Not with `encodeIfPresent`, which an encoder may answer with a null for an absent value.
        if let from { try container.encode(from, forKey: .from) }
        if let value { try container.encode(value, forKey: .value) }
        if let old { try container.encode(old, forKey: .old) }
        if isIncomparable { try container.encode(true, forKey: .incomparable) }
    }
}

extension Change: ListedMembers {
    package func writeMembers(to line: inout JSONLine) {
        line.member("op", op.rawValue)
        line.member("path", path.pointer)
        line.member("from", from?.pointer)
        line.member("value", value)
        line.member("old", old)
        if isIncomparable { line.member("incomparable", true) }
    }
}
