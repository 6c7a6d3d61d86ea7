extension Value: Codable {
    /// Decodes from any decoder.
    public init(from decoder: any Decoder) throws {
        if let reader = decoder as? FormReader {
            self = reader.value
            return
        }
        if let direct = decoder as? DirectDecoder {
            self = try direct.form()
            return
        }
        if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
            var object = Object()
            for key in keyed.allKeys { object[key.stringValue] = try keyed.decode(Value.self, forKey: key) }
            self = .object(object)
        } else if var unkeyed = try? decoder.unkeyedContainer() {
            var array: [Value] = []
            while !unkeyed.isAtEnd { array.append(try unkeyed.decode(Value.self)) }
            self = .array(array)
        } else {
            self = try Self.leaf(decoder.singleValueContainer())
        }
    }

    private static func leaf(_ container: any SingleValueDecodingContainer) throws -> Value {
        if container.decodeNil() { return .null }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let int = try? container.decode(Int64.self) { return .int(int) }
        if let uint = try? container.decode(UInt64.self) { return .uint(uint) }
        if let double = try? container.decode(Double.self) { return .double(double) }
        return .string(try container.decode(String.self))
    }

    /// Encodes into any encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: AnyKey.self)
            for (key, value) in object { try container.encode(value, forKey: AnyKey(key)) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let bool): try container.encode(bool)
            case .int(let int): try container.encode(int)
            case .uint(let uint): try container.encode(uint)
            case .double(let double): try container.encode(double)
            case .string(let string): try container.encode(string)
            default: try container.encodeNil()
            }
        }
    }
}
