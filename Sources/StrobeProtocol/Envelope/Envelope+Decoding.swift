public import StrobeTree

extension Envelope {
    /// Reads one line.
    ///
    /// Unknown members are ignored. A batch, which is an array, is refused.
    ///
    /// - Parameters:
    ///   - line: The line, without its line feed; a trailing carriage return is allowed.
    ///   - limits: The greatest depth and size accepted.
    /// - Throws: `parseError`, `tooLarge`, `invalidRequest`, or `invalidParams` if params is not an object; with the
    ///   request's id if it could be read.
    public static func decode(
        _ line: some Collection<UInt8>, limits: JSONLimits = .default
    ) throws(ProtocolError) -> Envelope {
        let value: Value
        do {
            value = try JSON.parse(line, limits: limits)
        } catch {
            var data: Value.Object = [:]
            if let offset = error.offset { data["offset"] = .int(Int64(offset)) }
            guard error.code != .tooLarge else { throw ProtocolError(.tooLarge, error.message, data: data) }
            throw ProtocolError(.parseError, "The line is not JSON: \(error.message)", data: data)
        }
        return try Envelope(value)
    }

    /// Makes a message from the JSON of its line.
    ///
    /// - Throws: `invalidRequest` or `invalidParams`, with the request's id if it could be read.
    public init(_ value: Value) throws(ProtocolError) {
        guard case .object(let members) = value else {
            if case .array = value {
                throw ProtocolError(.invalidRequest, "Batches are not supported: send one object per line.")
            }
            throw ProtocolError(.invalidRequest, "A message is a JSON object; this is \(value.kindInWords).")
        }
        let id = members["id"].flatMap { RequestID($0) }
        guard members["jsonrpc"] == "2.0" else {
            throw ProtocolError(.invalidRequest, "The member `jsonrpc` must be the string \"2.0\".", id: id)
        }
        do {
            self = try members["method"] == nil ? Self.answer(members, id) : Self.call(members, id)
        } catch {
            var error = error
            error.id = id
            throw error
        }
    }

    private static func call(_ members: Value.Object, _ id: RequestID?) throws(ProtocolError) -> Envelope {
        guard case .string(let method)? = members["method"] else {
            throw ProtocolError(.invalidRequest, "The member `method` must be the name of a method.")
        }
        guard members["result"] == nil, members["error"] == nil else {
            throw ProtocolError(.invalidRequest, "A message has either `method` or `result` or `error`.")
        }
        if members["id"] != nil, id == nil {
            throw ProtocolError(.invalidRequest, "The `id` of a request must be a string or a 64-bit integer.")
        }
        let params: Value.Object
        switch members["params"] {
        case nil: params = [:]
        case .object(let object): params = object
        case let other?:
            throw ProtocolError(
                .invalidParams, "The params must be an object with named members; these are \(other.kindInWords).",
                data: ["path": "", "expected": "an object"])
        }
        guard let id else { return .notification(method: method, params: params) }
        return .request(id: id, method: method, params: params)
    }

    private static func answer(_ members: Value.Object, _ id: RequestID?) throws(ProtocolError) -> Envelope {
        switch (members["result"], members["error"]) {
        case (let result?, nil):
            guard let id else {
                throw ProtocolError(.invalidRequest, "The `id` of a result must be that of a request.")
            }
            return .result(id: id, result)
        case (nil, let error?):
            guard let given = members["id"], id != nil || given == .null else {
                throw ProtocolError(.invalidRequest, "The `id` of an error must be that of a request, or null.")
            }
            guard let failure = ProtocolError(error) else {
                throw ProtocolError(
                    .invalidRequest, "The member `error` must be an object with an integer `code` and a `message`.")
            }
            return .failure(id: id, failure)
        default:
            throw ProtocolError(.invalidRequest, "A message has exactly one of `method`, `result` and `error`.")
        }
    }
}

extension Value {
    /// The kind of value, for messages.
    var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .uint, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
