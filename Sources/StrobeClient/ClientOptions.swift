/// The options of a client.
///
///     let options = ClientOptions(requestTimeout: .seconds(60), eventCapacity: 100)
///     let client = try await DebugClient.connect(to: endpoint, options: options)
public struct ClientOptions: Sendable, Hashable {
    /// How long a request may take unless it says otherwise; `nil` for no limit.
    public var requestTimeout: Duration?
    /// The longest line that is accepted from the server, in bytes.
    public var lineBytes: Int
    /// How many events may wait before further ones are dropped, at least 1.
    public var eventCapacity: Int
    /// The maximum size of the lines of all waiting events, in bytes.
    public var eventBytes: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - requestTimeout: How long a request may take.
    ///   - lineBytes: The longest line from the server, at least 1.
    ///   - eventCapacity: How many events may wait, at least 1.
    ///   - eventBytes: The maximum size of the waiting events, in bytes.
    public init(
        requestTimeout: Duration? = .seconds(30), lineBytes: Int = 64 << 20, eventCapacity: Int = 4096,
        eventBytes: Int = 64 << 20
    ) {
        self.requestTimeout = requestTimeout
        self.lineBytes = lineBytes
        self.eventCapacity = eventCapacity
        self.eventBytes = eventBytes
    }
}
