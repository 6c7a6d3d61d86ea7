/// Two directions of lines between two processes.
///
/// Reading is pulled: bytes are taken from the operating system only while a task waits in `nextLine()`, so that a peer
/// that sends faster than its lines are taken is slowed down and never fills this process' memory.
///
/// The end of the peer's output (`nextLine()` returns `nil`) does not end this side's: answers can still be written
/// until `close()`. A connection that is no longer referenced closes itself.
public protocol Connection: Sendable {
    /// The other end.
    var peer: Peer { get }

    /// The next line without its LF or CRLF, as the bytes that came: they may hold NUL or invalid UTF-8.
    ///
    /// Empty lines are left out. Bytes after the last line end are a line of their own when the peer's output ends.
    /// One task reads at a time.
    ///
    /// - Returns: The line, or `nil` when the peer sends no more or the connection was closed on this side.
    /// - Throws: `lineTooLong` as soon as a line exceeds the limit: its rest is skipped without being kept, and the
    ///   next call returns the line after it; `cancelled` when the task is cancelled, with nothing lost;
    ///   `busy` when another task reads already; `inputOutput` once when the connection broke, after which it is `nil`.
    func nextLine() async throws(TransportError) -> [UInt8]?

    /// The next line, if it begins with a byte: one that does not need not be there as a whole to be known.
    ///
    /// - Parameter byte: What the line has to begin with.
    /// - Returns: The line, or `nil` as `nextLine()` does.
    /// - Throws: `wrongBeginning` as soon as another byte is there, with nothing taken; else as `nextLine()` does.
    func nextLine(beginningWith byte: UInt8) async throws(TransportError) -> [UInt8]?

    /// Writes bytes, which hold any number of whole lines with their LF.
    ///
    /// Writes by several tasks follow one after the other, each one whole. A write is not withdrawn when the task is
    /// cancelled: to give up a peer that does not read, close the connection, which ends the write.
    ///
    /// - Throws: `closed` when this side is closed or the peer takes no more, `inputOutput` for other failures.
    func write(_ bytes: [UInt8]) async throws(TransportError)

    /// Sets the longest inbound line that is accepted, from the next line on that is returned.
    ///
    /// - Parameter limit: Bytes without the line end, at least 1; smaller numbers count as 1.
    func setLineLimit(_ limit: Int)

    /// Closes both directions and lets go of all resources; waiting reads end with `nil`, waiting writes with `closed`.
    ///
    /// May be called any number of times and from any task.
    func close() async
}

extension Connection {
    /// Looks at the line once it is there as a whole, for connections that know of no bytes before.
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
