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
    /// The members of `params`, as the coding of this type has them.
    static var parameters: [MethodDescription.Member] { get }
    /// The members of `result`, as the coding of `Result` has them.
    static var results: [MethodDescription.Member] { get }
    /// What a store must be able to do for it; `nil` where it needs nothing.
    static var capability: StoreCapability? { get }
    /// The errors that it may meet and that follow neither from its access nor from its parameters.
    static var failures: [ErrorCode] { get }
    /// What this very message needs, which may be less than `access`.
    var neededAccess: Access { get }
    /// Looks at what the types of the members cannot say: ranges, and members that do not go together.
    ///
    /// - Throws: `invalidParams` with the path of the member.
    func check() throws(ProtocolError)
}

extension Request {
    public static var access: Access { .read }
    public static var parameters: [MethodDescription.Member] { [] }
    public static var results: [MethodDescription.Member] { [] }
    public static var capability: StoreCapability? { nil }
    public static var failures: [ErrorCode] { [] }
    public var neededAccess: Access { Self.access }
    public func check() throws(ProtocolError) {}
}
