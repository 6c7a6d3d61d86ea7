/// A bidirectional stream of lines between two processes.
///
/// Reading is pulled: bytes are taken from the operating system only while a task waits in `nextLine()`, so that a peer
/// that sends faster than its lines are taken is slowed down and never fills this process' memory.
///
/// The end of the peer's output (`nextLine()` returns `nil`) does not end this side's: answers can still be written
/// until `close()`. A connection closes itself when it is released.
public protocol Connection: Sendable {
    /// The peer of the connection.
    var peer: Peer { get }

    /// Returns the next line without its LF or CRLF, as raw bytes: they may include NUL or invalid UTF-8.
    ///
    /// Empty lines are skipped. Bytes after the last line end form a line when the peer's output ends. Only one task
    /// may read at a time.
    ///
    /// - Returns: The line, or `nil` if the peer sends no more or this side closed the connection.
    /// - Throws: `lineTooLong` as soon as a line exceeds the limit: the rest is skipped without being kept, and the
    ///   next call returns the line after it; `cancelled` if the task is cancelled, with nothing lost; `busy` if
    ///   another task is reading; `inputOutput` once when the connection breaks, and `nil` after that.
    func nextLine() async throws(TransportError) -> [UInt8]?

    /// Returns the next line if it begins with a byte; a line that does not is refused before all of it has arrived.
    ///
    /// - Parameter byte: The required first byte.
    /// - Returns: The line, or `nil` as for `nextLine()`.
    /// - Throws: `wrongBeginning` as soon as another byte arrives, with nothing taken; otherwise as for `nextLine()`.
    func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]?

    /// Writes bytes: any number of whole lines, each with its LF.
    ///
    /// Writes by several tasks are serialised, each one whole. Cancelling the task does not withdraw a write: to give
    /// up on a peer that does not read, close the connection, which ends the write.
    ///
    /// - Throws: `closed` if this side is closed or the peer accepts no more, `inputOutput` for other failures.
    func write(_ bytes: [UInt8]) async throws(TransportError)

    /// Sets the maximum length of inbound lines, from the next returned line on.
    ///
    /// - Parameter limit: Bytes without the line end, at least 1; smaller numbers count as 1.
    func setLineLimit(_ limit: Int)

    /// Closes both directions and releases all resources; waiting reads end with `nil`, waiting writes with `closed`.
    ///
    /// May be called any number of times and from any task.
    func close() async
}

extension Connection {
    /// Checks the line when all of it has arrived, for connections that cannot look at partial lines.
    public func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]? {
        let line = try await nextLine()
        if let line, line.first != byte { throw .wrongBeginning }
        return line
    }
}

/// A connection whose own output can be ended while it still reads.
package protocol HalfClosable: Connection {
    /// Ends this side's output, once all written bytes are on their way: the peer reads the end of the stream after
    /// them.
    func endOutput() async
}
