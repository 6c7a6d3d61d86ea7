public import StrobeTree

/// One line of the protocol: a JSON-RPC 2.0 message.
public enum Envelope: Sendable, Hashable {
    /// A request; `params` is always an object, and may be left out if empty.
    case request(id: RequestID, method: String, params: Value.Object)
    /// A message that gets no answer.
    case notification(method: String, params: Value.Object)
    /// A successful answer.
    case result(id: RequestID, Value)
    /// An error; it has no id if the request's could not be read.
    case failure(id: RequestID?, ProtocolError)
}

extension Envelope {
    /// The message as one line of JSON with its line feed.
    ///
    /// - Complexity: O(*n*) in the size of the message.
    public func encode() -> [UInt8] {
        var line: [UInt8] = []
        JSON.write(.object(members), into: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The members of the message.
    public var members: Value.Object {
        var members: Value.Object = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let params):
            members["id"] = id.value
            members["method"] = .string(method)
            if !params.isEmpty { members["params"] = .object(params) }
        case .notification(let method, let params):
            members["method"] = .string(method)
            if !params.isEmpty { members["params"] = .object(params) }
        case .result(let id, let value):
            members["id"] = id.value
            members["result"] = value
        case .failure(let id, let error):
            members["id"] = id?.value ?? .null
            members["error"] = .object(error.members)
        }
        return members
    }
}
