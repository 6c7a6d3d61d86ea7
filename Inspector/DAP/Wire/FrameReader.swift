/// Takes the messages out of a stream of bytes: a header with `Content-Length`, an empty line, and that many bytes.
package struct FrameReader: Sendable {
    /// The longest header, in bytes.
    package static let headerLimit = 4 << 10
    /// The longest body, in bytes.
    package static let bodyLimit = 16 << 20
    private static let end: [UInt8] = [13, 10, 13, 10]

    private var bytes: [UInt8] = []
    /// Where the next message begins in them.
    private var start = 0
    /// How far the header was searched for its end.
    private var searched = 0
    /// The body that is awaited, when its header is read.
    private var body: Range<Int>?

    /// Creates a reader at the beginning of a stream.
    package init() {}

    /// Whether the stream may end here: between two messages.
    package var isBetweenMessages: Bool { start == bytes.count && body == nil }

    /// Adds what was received.
    package mutating func feed(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            body = body.map { $0.lowerBound - start..<$0.upperBound - start }
            start = 0
        }
        bytes += more
    }

    /// The body of the next message; `nil` if it is not complete yet.
    ///
    /// - Throws: `unreadable` for a header that cannot be read; nothing can be read after it.
    package mutating func next() throws(AdapterError) -> [UInt8]? {
        if body == nil, let header = try header() {
            let length = try Self.length(in: bytes[header])
            let first = header.upperBound + Self.end.count
            body = first..<first + length
        }
        guard let body, body.upperBound <= bytes.count else { return nil }
        (start, searched, self.body) = (body.upperBound, body.upperBound, nil)
        return Array(bytes[body])
    }

    /// Where the header is, without the empty line behind it; `nil` if its end is not there yet.
    private mutating func header() throws(AdapterError) -> Range<Int>? {
        var place = max(searched, start)
        while place + Self.end.count <= bytes.count {
            if bytes[place] == 13, bytes[place..<place + Self.end.count].elementsEqual(Self.end) {
                guard place - start <= Self.headerLimit else { break }
                return start..<place
            }
            place += 1
        }
        searched = place
        guard bytes.count - start <= Self.headerLimit + Self.end.count else {
            throw AdapterError(
                .unreadable, "A message begins with a header of more than \(Self.headerLimit) bytes. Is this an editor?"
            )
        }
        return nil
    }

    private static func length(in header: ArraySlice<UInt8>) throws(AdapterError) -> Int {
        var length: Int?
        for line in header.split(separator: 10) {
            let text = String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":"), text.utf8.allSatisfy({ $0 < 128 }) else {
                throw AdapterError(
                    .unreadable, "A header has the line `\(text.prefix(80))`, which has no name and value.")
            }
            guard text[..<colon].lowercased() == "content-length" else { continue }
            let digits = text[text.index(after: colon)...].drop { $0 == " " }
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
                number <= bodyLimit, length == nil
            else {
                throw AdapterError(
                    .unreadable,
                    "A header has a Content-Length of `\(digits.prefix(40))`; it must be one number up to \(bodyLimit)."
                )
            }
            length = number
        }
        guard let length else { throw AdapterError(.unreadable, "A header has no Content-Length.") }
        return length
    }
}
