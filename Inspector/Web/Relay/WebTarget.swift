package import StrobeClient
package import StrobeProtocol

/// What the pages show: a running program, or recordings.
package struct WebTarget: Sendable {
    /// The access that the pages request.
    package var access: Access
    /// Whether it is a recording.
    package var isRecording: Bool
    /// The redaction rules of recordings; those of the session if `nil`.
    package var redaction: [String]?
    /// Connects; called three times for each page.
    package var connect: @Sendable () async throws -> DebugClient

    /// Creates a target.
    package init(
        access: Access = .read, isRecording: Bool = false, redaction: [String]? = nil,
        connect: @escaping @Sendable () async throws -> DebugClient
    ) {
        self.access = access
        self.isRecording = isRecording
        self.redaction = redaction
        self.connect = connect
    }
}
