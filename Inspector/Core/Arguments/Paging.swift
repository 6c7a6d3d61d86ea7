package import StrobeClient

/// Makes sure that paging ends, whatever next pages the server announces.
package struct Paging {
    /// The maximum number of empty pages in a row.
    private static let mostEmpty = 10_000

    private let method: String
    /// Whether later pages have lower seqs.
    private let isBackward: Bool
    private var last: Int?
    private var empty = 0

    /// Starts at the first page.
    ///
    /// - Parameters:
    ///   - method: The method of the request, for the error.
    ///   - start: The first seq of the first page, if known.
    package init(_ method: String, from start: Int? = nil, isBackward: Bool = false) {
        self.method = method
        self.isBackward = isBackward
        last = start
    }

    /// Continues with the next page.
    ///
    /// - Parameters:
    ///   - next: Where the page begins, as announced by the server.
    ///   - count: The number of items on the previous page.
    /// - Throws: `malformedAnswer` if this would not end.
    package mutating func go(to next: Int, after count: Int) throws(ClientError) {
        if let last, isBackward ? next >= last : next <= last {
            throw ClientError(
                .malformedAnswer,
                "The answer to \(method) breaks the protocol: the page after \(last) begins with "
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
