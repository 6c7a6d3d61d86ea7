/// A message that asks for something and gets exactly one answer.
public protocol Request: Codable, DescribedObject {
    /// What a successful answer holds.
    associatedtype Result: Codable & DescribedObject
    /// The JSON-RPC method name.
    static var method: String { get }
    /// The access that a session needs to send it.
    static var access: Access { get }
    /// The capability that the store needs; `nil` if none.
    static var capability: StoreCapability? { get }
    /// The errors that follow neither from its access nor from its parameters.
    static var failures: [ErrorCode] { get }
    /// The access that this message needs, which may be less than `access`.
    var neededAccess: Access { get }
    /// Checks what its members do not say: which of them need or exclude each other.
    ///
    /// - Throws: `invalidParams` with the path of the member.
    func check() throws(ProtocolError)
}

extension Request {
    public static var access: Access { .read }
    public static var members: Members { [] }
    public static var capability: StoreCapability? { nil }
    public static var failures: [ErrorCode] { [] }
    public var neededAccess: Access { Self.access }
    public func check() throws(ProtocolError) {}
}
