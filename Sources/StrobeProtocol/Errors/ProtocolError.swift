public import StrobeTree

/// An error as it is sent over the wire.
public struct ProtocolError: Error, Sendable, Hashable {
    /// The number.
    public var code: ErrorCode
    /// What happened and what to do.
    public var message: String
    /// Data for programs; `kind` is added when the error is written.
    public var data: Value.Object
    /// The id of the request whose line could not be read, if known; it is not written.
    public var id: RequestID?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The number.
    ///   - message: What happened and what to do, for people.
    ///   - data: Data for programs, beside `kind`.
    ///   - id: The id of the request, if only reading its line failed.
    public init(_ code: ErrorCode, _ message: String, data: Value.Object = [:], id: RequestID? = nil) {
        self.code = code
        self.message = message
        self.data = data
        self.id = id
    }
}

extension ProtocolError: CustomStringConvertible {
    public var description: String { message }
}

extension ProtocolError {
    /// The members of the `error` object.
    public var members: Value.Object {
        // An unknown code keeps the kind that its own version sent.
        var data: Value.Object = isForeign ? [:] : ["kind": .string(code.kind)]
        for (key, value) in self.data where key != "kind" || isForeign { data[key] = value }
        return ["code": .int(Int64(code.rawValue)), "message": .string(message), "data": .object(data)]
    }

    /// Whether this version does not know the kind, only the other side does.
    private var isForeign: Bool {
        if case .other = code { true } else { false }
    }

    /// Reads an `error` object; `nil` if the value is none.
    public init?(_ value: Value) {
        guard case .object(let members) = value, case .int(let number)? = members["code"],
            let number = Int(exactly: number), case .string(let message)? = members["message"]
        else { return nil }
        code = ErrorCode(rawValue: number)
        self.message = message
        switch members["data"] {
        case nil, .null: data = [:]
        case .object(let object): data = object
        case let other?: data = ["data": other]
        }
        if !isForeign { data["kind"] = nil }
    }
}

extension ProtocolError: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try Value(from: decoder)
        guard let error = ProtocolError(value) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "An error is an object with an integer `code` and a `message`."))
        }
        self = error
    }

    public func encode(to encoder: any Encoder) throws {
        try Value.object(members).encode(to: encoder)
    }
}
