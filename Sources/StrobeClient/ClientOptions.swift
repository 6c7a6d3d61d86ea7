/// How a client behaves.
///
///     let options = ClientOptions(requestTimeout: .seconds(60), eventCapacity: 100)
///     let client = try await DebugClient.connect(to: endpoint, options: options)
public struct ClientOptions: Sendable, Hashable {
    /// How long a request may take unless it says otherwise; `nil` for as long as it takes.
    public var requestTimeout: Duration?
    /// The longest line that is accepted from the server, in bytes.
    public var lineBytes: Int
    /// How many events wait to be taken before further ones are dropped, at least 1.
    public var eventCapacity: Int
    /// How many bytes the lines of the waiting events may have together.
    public var eventBytes: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - requestTimeout: How long a request may take.
    ///   - lineBytes: The longest line from the server, at least 1.
    ///   - eventCapacity: How many events wait, at least 1.
    ///   - eventBytes: How many bytes of events wait.
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
