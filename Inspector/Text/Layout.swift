/// How much room there is for an answer.
struct Layout: Sendable, Hashable {
    /// The columns of a line.
    var width = 80
    /// How many elements of a collection inside another value are shown.
    var nestedElements = 5
    /// How many changes are shown.
    var changes = 20
    /// Whether a value that is too long for a line goes on on the next rather than being cut.
    var isWhole = false
}
