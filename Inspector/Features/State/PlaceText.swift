import StrobeTree
import StrobeProtocol

/// A place in the history or on a branch, as it would be typed.
enum PlaceText {
    /// `@41`, or `branch:2@17`.
    ///
    /// - Parameters:
    ///   - position: What was asked for; `nil` is the present.
    ///   - seq: The seq that it turned out to be.
    static func of(_ position: Position?, _ seq: Int) -> String {
        if case .branch(let id, _)? = position { return "branch:\(id)@\(seq)" }
        return "@\(seq)"
    }
}
