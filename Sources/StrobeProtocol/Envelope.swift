public import StrobeTree

/// One line of the protocol: a JSON-RPC 2.0 message.
public enum Envelope: Sendable, Hashable {
    /// A request; `params` is always an object, absent as written means empty.
    case request(id: RequestID, method: String, params: Value.Object)
    case notification(method: String, params: Value.Object)
    case result(id: RequestID, Value)
    /// An error; without an id when the request's could not be read.
    case failure(id: RequestID?, ProtocolError)
}
