/// An error in creating, using or publishing a connection.
public struct TransportError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not an endpoint.
        case malformedEndpoint
        /// The path of a Unix socket does not fit the operating system's address structure.
        case pathTooLong
        /// A listener would accept connections from other machines, which was not explicitly allowed.
        case notLoopback
        /// No process listens there, or the connection was refused.
        case cannotConnect
        /// The endpoint cannot be listened on.
        case cannotListen
        /// The endpoint is in use by a process that responds.
        case addressInUse
        /// The deadline passed.
        case timedOut
        /// An inbound line exceeded the limit; `limit` holds it. The connection continues with the next line.
        case lineTooLong
        /// A line does not begin with the requested byte.
        case wrongBeginning
        /// The connection is closed on this side, or the peer accepts no more bytes.
        case closed
        /// The waiting task was cancelled; the connection is unchanged.
        case cancelled
        /// Two tasks read from one connection at a time, or the standard streams are already served.
        case busy
        /// The operating system reported an error while reading or writing.
        case inputOutput
        /// A directory or file belongs to another user, or others may read it.
        case insecure
        /// A process could not be started.
        case cannotLaunch
    }

    /// The kind of error.
    public var code: Code
    /// What happened and what to do, in one sentence.
    public var message: String
    /// The exceeded limit in bytes, if any.
    public var limit: Int?
    /// The operating system's error number, if any.
    public var errorNumber: Int32?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened and what to do.
    ///   - limit: The exceeded limit, in bytes.
    ///   - errorNumber: The `errno` of the failed call.
    public init(_ code: Code, _ message: String, limit: Int? = nil, errorNumber: Int32? = nil) {
        self.code = code
        self.message = message
        self.limit = limit
        self.errorNumber = errorNumber
    }
}

extension TransportError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension TransportError {
    static func closedHere(_ what: String) -> TransportError {
        TransportError(.closed, "The connection to \(what) is closed. Connect again.")
    }

    static var wrongBeginning: TransportError {
        TransportError(.wrongBeginning, "The line does not begin with the required byte. Close the connection.")
    }

    static func cancelledWait(_ what: String) -> TransportError {
        TransportError(.cancelled, "Waiting for \(what) was cancelled. The connection can be used as before.")
    }
}
