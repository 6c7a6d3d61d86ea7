/// A selection of log entries.
package enum SeqRange: Sendable, Hashable {
    /// The newest entries, at most this many.
    case newest(Int)
    /// The entries from one seq to another; a missing bound is open.
    case between(from: Int?, to: Int?)

    /// Parses `20`, `3..9`, `3..`, `..9`, `3...9`.
    ///
    /// - Throws: ``InspectorError`` with the code `usage`.
    package init(_ text: String) throws(InspectorError) {
        let wrong = InspectorError(
            .usage, "`\(text)` is not a range of the log. Give a number of entries, or FROM..TO.")
        if let count = Int(text) {
            guard count > 0 else { throw wrong }
            self = .newest(count)
            return
        }
        let separator = text.contains("...") ? "..." : ".."
        let bounds = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard bounds.count == 2, bounds.contains(where: { !$0.isEmpty }) else { throw wrong }
        var numbers: [Int?] = []
        for bound in bounds {
            let number = Int(bound)
            guard bound.isEmpty || number.map({ $0 >= 0 }) == true else { throw wrong }
            numbers.append(number)
        }
        if let from = numbers[0], let to = numbers[1], from > to {
            throw InspectorError(.usage, "The range \(text) is empty: it must begin with the lower seq.")
        }
        self = .between(from: numbers[0], to: numbers[1])
    }
}
