/// The space available for an answer.
package struct Layout: Sendable, Hashable {
    /// The width of a line, in columns.
    package var width = 80
    /// The maximum number of elements shown of a nested collection.
    package var nestedElements = 5
    /// The maximum number of changes shown.
    package var changes = 20
    /// Whether a value that is too long for a line is wrapped and not cut.
    package var isWhole = false

    package init(
        width: Int = 80, nestedElements: Int = 5, changes: Int = 20, isWhole: Bool = false
    ) {
        self.width = width
        self.nestedElements = nestedElements
        self.changes = changes
        self.isWhole = isWhole
    }
}
