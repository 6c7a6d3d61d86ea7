import StrobeSystem

/// Walks over the lines of a file from where it stopped last time, with large reads.
struct LineSplitter {
    /// A line as it is in memory.
    ///
    /// Unchecked: its bytes are only used during the call that it is given to, and nobody writes them meanwhile.
    struct Line: @unchecked Sendable {
        /// Where it begins in the file.
        var offset: Int
        /// Its number in the file, from 1.
        var number: Int
        var bytes: UnsafeBufferPointer<UInt8>
        /// How many bytes it has; more than `bytes` where it is too long to be kept.
        var length: Int
        /// Whether its line feed is there.
        var isEnded: Bool
    }

    private static let blockBytes = 1 << 20
    /// How many lines are handed over at once at most: short ones take more memory than their bytes.
    private static let mostLines = 1 << 14

    /// Where the next line begins.
    private(set) var offset = 0
    /// The number of the next line, from 1.
    private(set) var number = 1

    /// Moves behind a last line that has no line feed and turned out to be whole.
    mutating func accept(_ line: Line) {
        offset = line.offset + line.length
    }

    /// Calls a closure for each whole line up to the end of the file, and for the rest after the last one.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maxBytes: The length beyond which a line is skipped without being kept.
    ///   - body: Takes each line, whose bytes exist during the call only; returns whether to continue. After `false` the
    ///     splitter is somewhere behind the line.
    /// - Throws: `cannotRead`.
    mutating func forEachLine(
        of file: SourceFile, maxBytes: Int, _ body: (Line) throws(RecordingError) -> Bool
    ) throws(RecordingError) {
        try forEachBatch(of: file, maxBytes: maxBytes) { lines throws(RecordingError) in
            for line in lines where try !body(line) { return false }
            return true
        }
    }

    /// Calls a closure for all whole lines up to the end of the file, many at a time, and for the rest after the last one.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - maxBytes: The length beyond which a line is skipped without being kept.
    ///   - body: Takes lines, whose bytes exist during the call only; returns whether to continue behind them.
    /// - Throws: `cannotRead`.
    mutating func forEachBatch(
        of file: SourceFile, maxBytes: Int, _ body: ([Line]) throws(RecordingError) -> Bool
    ) throws(RecordingError) {
        // Beyond the longest line there is room for a block, so that each read is worth its call.
        var capacity = Self.blockBytes
        var buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        defer { buffer.deallocate() }
        var filled = 0
        var passedOver = 0
        var lines: [Line] = []
        while true {
            if filled == capacity {
                if capacity > maxBytes {
                    passedOver += filled
                    filled = 0
                } else {
                    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
                    larger.update(from: buffer, count: filled)
                    buffer.deallocate()
                    buffer = larger
                    capacity *= 2
                }
            }
            let count = try file.read(
                at: offset + passedOver + filled,
                into: UnsafeMutableRawBufferPointer(
                    start: buffer + filled, count: min(capacity - filled, Self.blockBytes)))
            var start = 0
            var searched = filled
            filled += count
            var next = self
            while let found = memchr(buffer + searched, 0x0A, filled - searched) {
                let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(buffer)
                let line = Line(
                    offset: next.offset, number: next.number,
                    bytes: UnsafeBufferPointer(start: buffer + start, count: end - start),
                    length: passedOver + end - start, isEnded: true)
                lines.append(line)
                next.offset += line.length + 1
                next.number += 1
                passedOver = 0
                start = end + 1
                searched = start
                if lines.count == Self.mostLines, try !hand(over: &lines, to: next, body) { return }
            }
            if try !hand(over: &lines, to: next, body) { return }
            if count == 0 {
                if passedOver + filled > start {
                    _ = try body([
                        Line(
                            offset: offset, number: number,
                            bytes: UnsafeBufferPointer(start: buffer + start, count: filled - start),
                            length: passedOver + filled - start, isEnded: false)
                    ])
                }
                return
            }
            if start > 0 {
                memmove(buffer, buffer + start, filled - start)
                filled -= start
            }
        }
    }

    /// Hands over lines, if there are any, and moves behind them; returns whether to continue.
    private mutating func hand(
        over lines: inout [Line], to next: LineSplitter, _ body: ([Line]) throws(RecordingError) -> Bool
    ) throws(RecordingError) -> Bool {
        guard !lines.isEmpty else { return true }
        defer { lines.removeAll(keepingCapacity: true) }
        let goesOn = try body(lines)
        self = next
        return goesOn
    }
}
