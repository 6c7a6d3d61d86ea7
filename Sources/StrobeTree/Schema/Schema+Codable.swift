extension Schema: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, scalar, of, key, value, type, fields, cases
    }

    private enum Kind: String, Codable {
        case scalar, optional, array, set, dictionary, object
        case choice = "enum"
        case recursive, unknown
    }

    /// Decodes from any decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func type() throws -> String { try container.decode(String.self, forKey: .type) }
        func schema(_ key: CodingKeys) throws -> Schema { try container.decode(Schema.self, forKey: key) }
        switch try container.decode(Kind.self, forKey: .kind) {
        case .scalar: self = .scalar(try container.decode(Scalar.self, forKey: .scalar))
        case .optional: self = .optional(try schema(.of))
        case .array: self = .array(try schema(.of))
        case .set: self = .set(try schema(.of))
        case .dictionary: self = .dictionary(key: try schema(.key), value: try schema(.value))
        case .object: self = .object(type: try type(), fields: try container.decode([Field].self, forKey: .fields))
        case .choice: self = .choice(type: try type(), cases: try container.decode([Case].self, forKey: .cases))
        case .recursive: self = .recursive(type: try type())
        case .unknown: self = .unknown(type: try type())
        }
    }

    /// Encodes into any encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func write(_ kind: Kind, type: String? = nil, of: Schema? = nil) throws {
            try container.encode(kind, forKey: .kind)
            if let type { try container.encode(type, forKey: .type) }
            if let of { try container.encode(of, forKey: .of) }
        }
        switch self {
        case .scalar(let scalar):
            try write(.scalar)
            try container.encode(scalar, forKey: .scalar)
        case .optional(let wrapped): try write(.optional, of: wrapped)
        case .array(let element): try write(.array, of: element)
        case .set(let element): try write(.set, of: element)
        case .dictionary(let key, let value):
            try write(.dictionary)
            try container.encode(key, forKey: .key)
            try container.encode(value, forKey: .value)
        case .object(let type, let fields):
            try write(.object, type: type)
            try container.encode(fields, forKey: .fields)
        case .choice(let type, let cases):
            try write(.choice, type: type)
            try container.encode(cases, forKey: .cases)
        case .recursive(let type): try write(.recursive, type: type)
        case .unknown(let type): try write(.unknown, type: type)
        }
    }
}

extension Schema.Field: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, schema
    }

    /// Decodes from any decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        schema = try container.decode(Schema.self, forKey: .schema)
    }

    /// Encodes into any encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let name { try container.encode(name, forKey: .name) }
        try container.encode(schema, forKey: .schema)
    }
}

extension Schema.Case: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, payload, raw
    }

    /// Decodes from any decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        payload = try container.decodeIfPresent([Schema.Field].self, forKey: .payload) ?? []
        // Not with `? :`, where `nil` would be taken for a `Value`.
        if container.contains(.raw) { raw = try container.decode(Value.self, forKey: .raw) }
    }

    /// Encodes into any encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if !payload.isEmpty { try container.encode(payload, forKey: .payload) }
        if let raw { try container.encode(raw, forKey: .raw) }
    }
}
