/// Answers at once, without looking at any store.
public struct Ping: Request {
    public static let method = "ping"
    public static let summary = "Answers at once, without looking at any store."
    public typealias Result = Empty

    /// Makes the message.
    public init() {}
}
