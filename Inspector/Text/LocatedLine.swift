import LineEditing
import StrobeTree

/// A line of output, and the part of the state that it shows.
struct LocatedLine: Sendable, Hashable {
    var text: StyledText
    /// The path of that part; `nil` if there is none.
    var path: Path?
    /// The first element that follows it in a collection that is shown in pages.
    var start: Int

    init(_ text: StyledText, _ path: Path? = nil, start: Int = 0) {
        (self.text, self.path, self.start) = (text, path, start)
    }
}
