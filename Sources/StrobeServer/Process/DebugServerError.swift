/// An error in starting a server or a recording.
///
///     do {
///         try await server.start(on: [.unix(path: "/nowhere/shop.sock")])
///     } catch {
///         print(error.code, error.message)  // cannotListen, and why
///     }
public struct DebugServerError: Error, Sendable, Hashable {
    /// The kinds of errors, for callers to distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The configuration contradicts itself.
        case invalidConfiguration
        /// An endpoint cannot be opened.
        case cannotListen
        /// A recording cannot be written.
        case cannotRecord
        /// The server was stopped.
        case stopped
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to do, in one sentence.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension DebugServerError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
