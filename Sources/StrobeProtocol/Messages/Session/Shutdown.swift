/// Ends this session: everything sent before is answered, then the connection closes.
public struct Shutdown: Request {
    public static let method = "shutdown"
    public static let summary = "Ends this session: everything sent before is answered, then the connection closes."
    public typealias Result = Empty

    /// Makes the message.
    public init() {}
}
