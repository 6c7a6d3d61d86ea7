import StrobeClient

/// Sees to it that pages end: a server says where the next one begins, and may say anything.
struct Paging {
    /// How many pages with nothing on them are read one after the other.
    private static let mostEmpty = 10_000

    private let method: String
    /// Whether later pages have lower numbers.
    private let isBackward: Bool
    private var last: Int?
    private var empty = 0

    /// Begins with the first page.
    ///
    /// - Parameters:
    ///   - method: What is asked for, for the error.
    ///   - start: The number that the first page begins with, where that is known.
    init(_ method: String, from start: Int? = nil, isBackward: Bool = false) {
        self.method = method
        self.isBackward = isBackward
        last = start
    }

    /// Goes on with the next page.
    ///
    /// - Parameters:
    ///   - next: Where it begins, as the server says.
    ///   - count: How much was on the page before it.
    /// - Throws: `malformedAnswer` where that is no way to an end.
    mutating func go(to next: Int, after count: Int) throws(ClientError) {
        if let last, isBackward ? next >= last : next <= last {
            throw ClientError(
                .malformedAnswer,
                "The answer to \(method) is not what the protocol says: the page after that of \(last) is said to begin with "
                    + "\(next), which does not advance. The server is faulty.")
        }
        last = next
        empty = count > 0 ? 0 : empty + 1
        guard empty < Self.mostEmpty else {
            throw ClientError(
                .malformedAnswer,
                "\(method) was answered with \(Self.mostEmpty) empty pages in a row, and continues at \(next). "
                    + "Give a narrower range, or continue from there.")
        }
    }
}
