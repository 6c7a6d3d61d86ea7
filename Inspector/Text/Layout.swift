/// The space available for an answer.
struct Layout: Sendable, Hashable {
    /// The width of a line, in columns.
    var width = 80
    /// The maximum number of elements shown of a nested collection.
    var nestedElements = 5
    /// The maximum number of changes shown.
    var changes = 20
    /// Whether a value that is too long for a line is wrapped and not cut.
    var isWhole = false
}
