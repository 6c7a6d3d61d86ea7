import StrobeTree
import StrobeProtocol

/// A position in the history or on a branch, as typed.
enum PlaceText {
    /// `@41`, or `branch:2@17`.
    ///
    /// - Parameters:
    ///   - position: The requested position; `nil` is the live state.
    ///   - seq: The seq that it resolved to.
    static func of(_ position: Position?, _ seq: Int) -> String {
        if case .branch(let id, _)? = position { return "branch:\(id)@\(seq)" }
        return "@\(seq)"
    }
}
