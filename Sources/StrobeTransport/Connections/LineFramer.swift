internal import StrobeSystem

/// Splits a stream of bytes into lines, one at a time, with the limit in force when a line is requested.
///
/// Every byte is examined once, however the stream is split. Nothing is kept of a line over the limit.
package struct LineFramer {
    /// The next item of the stream.
    package enum Item: Equatable {
        case line([UInt8])
        case tooLong
    }

    /// The maximum length of a line in bytes, without its line end.
    package var limit: Int

    private var bytes: [UInt8] = []
    /// The start of the first line not returned yet.
    private var start = 0
    /// The index up to which there is no LF.
    private var scanned = 0
    /// Whether everything up to the next LF belongs to a line that was reported as too long.
    private var skipping = false

    private static let lineFeed: UInt8 = 10
    private static let carriageReturn: UInt8 = 13

    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes held.
    var count: Int { bytes.count - start }

    /// The first byte of the next line, once it has arrived.
    var firstByte: UInt8? {
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case Self.lineFeed: place += 1
            case Self.carriageReturn where place + 1 == bytes.count: return nil
            case Self.carriageReturn where bytes[place + 1] == Self.lineFeed: place += 2
            case let byte: return byte
            }
        }
        return nil
    }

    /// Adds bytes to the end of the stream.
    package mutating func append(_ more: UnsafeRawBufferPointer) {
        compact()
        guard skipping else {
            bytes.append(contentsOf: more)
            return
        }
        guard let end = Self.firstLineFeed(in: more, from: 0) else { return }
        skipping = false
        bytes.append(contentsOf: more[(end + 1)...])
    }

    /// Removes and returns the next complete line, or reports one that is too long; `nil` if there is none.
    package mutating func next() -> Item? {
        while true {
            let end = bytes.withUnsafeBytes { Self.firstLineFeed(in: $0, from: scanned) }
            guard let end else {
                scanned = bytes.count
                return overflow()
            }
            let first = start
            start = end + 1
            scanned = start
            if let item = item(first, end) { return item }
        }
    }

    /// Returns the bytes after the last line end; call it when the stream has ended and `next()` found nothing.
    package mutating func finish() -> Item? {
        defer {
            bytes = []
            start = 0
            scanned = 0
        }
        return item(start, bytes.count)
    }

    /// The line in a range of the buffer, without a trailing CR; `nil` if it is empty.
    private func item(_ first: Int, _ end: Int) -> Item? {
        let last = end > first && bytes[end - 1] == Self.carriageReturn ? end - 1 : end
        guard last > first else { return nil }
        return last - first > limit ? .tooLong : .line(Array(bytes[first..<last]))
    }

    /// Drops an incomplete line that is over the limit; a trailing CR may still belong to the line end.
    private mutating func overflow() -> Item? {
        let pending = count
        guard pending > limit, !(pending == limit + 1 && bytes.last == Self.carriageReturn) else { return nil }
        bytes = []
        start = 0
        scanned = 0
        skipping = true
        return .tooLong
    }

    /// Moves the rest to the front once it is the smaller part, so that each byte moves once on average.
    private mutating func compact() {
        guard start > 0, start >= count else { return }
        bytes.removeFirst(start)
        scanned -= start
        start = 0
    }

    private static func firstLineFeed(in buffer: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard from < buffer.count, let base = buffer.baseAddress,
            let found = memchr(base + from, Int32(lineFeed), buffer.count - from)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
