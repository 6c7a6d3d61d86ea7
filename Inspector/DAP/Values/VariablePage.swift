/// Which children of a variable are shown at once.
struct VariablePage: Sendable, Hashable {
    /// How many a client gets that cannot ask for pages, and how many behind each `… more`.
    private static let (first, next, most) = (100, 1_000, 1_000)

    /// The first child.
    var start: Int
    var count: Int
    /// Whether a line says how many more there are.
    var saysMore: Bool

    /// The page that a request asks for.
    ///
    /// - Parameters:
    ///   - start: The first child, if the client asks for a page.
    ///   - count: How many, if it does; 0 means all.
    ///   - offset: How many children were shown before.
    ///   - isPaging: Whether the client asks for pages by itself.
    init(start: Int?, count: Int?, offset: Int, isPaging: Bool) {
        if start != nil || count ?? 0 > 0 {
            self.start = offset + (start ?? 0)
            self.count = min(count.flatMap { $0 > 0 ? $0 : nil } ?? Self.most, Self.most)
            saysMore = false
        } else {
            self.start = offset
            self.count = isPaging || offset > 0 ? Self.next : Self.first
            saysMore = true
        }
    }
}
