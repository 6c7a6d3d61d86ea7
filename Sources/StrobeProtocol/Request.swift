/// A message that asks for something and gets exactly one answer.
public protocol Request: Codable, Sendable {
    /// What a successful answer holds.
    associatedtype Result: Codable & Sendable
    /// The JSON-RPC method name.
    static var method: String { get }
    /// What it does, in one sentence.
    static var summary: String { get }
    /// What a session must have been granted to send it.
    static var access: Access { get }
}

extension Request {
    public static var access: Access { .read }
}
