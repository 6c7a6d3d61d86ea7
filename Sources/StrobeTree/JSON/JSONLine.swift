/// A line of JSON text that is written piece by piece; its memory is used again for the next one.
///
/// Belongs to one thread; nothing that it calls comes back to it, so that its accesses need no checks at run time.
package final class JSONLine {
    @exclusivity(unchecked)
    private var writer: JSONWriter
    @exclusivity(unchecked)
    private var place: UnsafeMutablePointer<UInt8>
    /// What the writer's buffer had no more room for.
    @exclusivity(unchecked)
    private var earlier: [UInt8] = []

    /// Creates an empty line.
    package init() {
        let writer = JSONWriter(style: .compact)
        place = writer.start
        self.writer = writer
    }

    /// Appends a value.
    package func append(_ value: borrowing Value) {
        place = writer.append(value, at: place, to: { keep($0) })
    }

    /// Appends a string with its quotes.
    package func append(_ string: borrowing String) {
        place = writer.append(string, at: place, to: { keep($0) })
    }

    /// Appends an integer.
    package func append(_ integer: Int64) {
        place = writer.append(integer, at: place, to: { keep($0) })
    }

    /// Appends a comma, unless it is the first of an object, and a key with its colon.
    package func append(key: borrowing String, isFirst: Bool) {
        place = writer.append(key: key, isFirst: isFirst, at: place, to: { keep($0) })
    }

    /// Appends at most 100 bytes of text as they are.
    package func append(text: StaticString) {
        place = writer.append(text: text, at: place, to: { keep($0) })
    }

    /// The number of bytes that were written.
    package var count: Int { earlier.count + (place - writer.start) }

    /// What was written.
    package var bytes: [UInt8] {
        let rest = UnsafeBufferPointer(start: writer.start, count: place - writer.start)
        return earlier.isEmpty ? Array(rest) : earlier + rest
    }

    /// What was written, which is forgotten.
    package func take() -> [UInt8] {
        var line: [UInt8] = []
        swap(&line, &earlier)
        line.append(contentsOf: UnsafeBufferPointer(start: writer.start, count: place - writer.start))
        place = writer.start
        return line
    }

    /// Forgets what was written beyond a number of bytes.
    package func cut(to length: Int) {
        guard length < count else { return }
        place = writer.start + max(0, length - earlier.count)
        if length < earlier.count { earlier.removeSubrange(length...) }
    }

    private func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
        earlier.append(contentsOf: piece)
        return true
    }
}
