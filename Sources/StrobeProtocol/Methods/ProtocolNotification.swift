/// A message that gets no answer.
public protocol ProtocolNotification: Codable, DescribedObject {
    /// The JSON-RPC method name.
    static var method: String { get }
}
