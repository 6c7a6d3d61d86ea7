/// A message that gets no answer.
public protocol ProtocolNotification: Codable, Sendable {
    /// The JSON-RPC method name.
    static var method: String { get }
    /// What it tells, in one sentence.
    static var summary: String { get }
    /// The members of `params`, as the coding of this type has them.
    static var parameters: [MethodDescription.Member] { get }
}
