public import StrobeTree

/// What ties an answer to its request.
public enum RequestID: Sendable, Hashable {
    /// An integer.
    case int(Int64)
    /// A string.
    case string(String)

    /// Reads an id; `nil` if it is neither a 64-bit integer nor a string.
    public init?(_ value: Value) {
        switch value {
        case .int(let number): self = .int(number)
        case .string(let text): self = .string(text)
        default: return nil
        }
    }

    /// The id as JSON.
    public var value: Value {
        switch self {
        case .int(let number): .int(number)
        case .string(let text): .string(text)
        }
    }
}

extension RequestID: CustomStringConvertible {
    public var description: String {
        switch self {
        case .int(let number): String(number)
        case .string(let text): text
        }
    }
}

extension RequestID: Codable {
    public init(from decoder: any Decoder) throws {
        guard let id = RequestID(try Value(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "An id is an integer or a string."))
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
