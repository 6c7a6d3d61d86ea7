/// A message that gets no answer.
public protocol ProtocolNotification: Codable, Sendable {
    /// The JSON-RPC method name.
    static var method: String { get }
    /// What it reports, in one sentence.
    static var summary: String { get }
    /// The members of `params`, as this type encodes them.
    static var parameters: [MethodDescription.Member] { get }
}
