extension TreeNode: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, path, kind, type
        case caseName = "case"
        case value, count, children, more, viewOnly, redacted
    }

    /// Decodes from any decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        path = try container.decode(Path.self, forKey: .path)
        kind = try container.decode(Kind.self, forKey: .kind)
        type = try container.decode(String.self, forKey: .type)
        caseName = try container.decodeIfPresent(String.self, forKey: .caseName)
        // A value of null is kept apart from none; not with `? :`, where `nil` would be taken for a `Value`.
        if container.contains(.value) { value = try container.decode(Value.self, forKey: .value) }
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        children = try container.decodeIfPresent([TreeNode].self, forKey: .children)
        more = try container.decodeIfPresent(Int.self, forKey: .more)
        viewOnly = try container.decodeIfPresent(Bool.self, forKey: .viewOnly)
        redacted = try container.decodeIfPresent(Bool.self, forKey: .redacted)
    }

    /// Encodes into any encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(path, forKey: .path)
        try container.encode(kind, forKey: .kind)
        try container.encode(type, forKey: .type)
        if let caseName { try container.encode(caseName, forKey: .caseName) }
        if let value { try container.encode(value, forKey: .value) }
        if let count { try container.encode(count, forKey: .count) }
        if let children { try container.encode(children, forKey: .children) }
        if let more { try container.encode(more, forKey: .more) }
        if let viewOnly { try container.encode(viewOnly, forKey: .viewOnly) }
        if let redacted { try container.encode(redacted, forKey: .redacted) }
    }
}
