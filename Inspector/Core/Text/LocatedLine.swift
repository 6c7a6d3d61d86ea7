package import LineEditing
package import StrobeTree

/// A line of output, and the part of the state that it shows.
package struct LocatedLine: Sendable, Hashable {
    package var text: StyledText
    /// The path of that part; `nil` if there is none.
    package var path: Path?
    /// The first element that follows it in a collection that is shown in pages.
    package var start: Int

    package init(_ text: StyledText, _ path: Path? = nil, start: Int = 0) {
        (self.text, self.path, self.start) = (text, path, start)
    }
}
