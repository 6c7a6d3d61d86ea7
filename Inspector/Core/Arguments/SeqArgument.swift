import StrobeTree
import StrobeProtocol

/// A position in the history as the user types it.
package enum SeqArgument: Sendable, Hashable {
    /// The live state.
    case live
    /// The first state still in the log.
    case first
    /// The last transition so far.
    case last
    /// A seq.
    case seq(Int)
    /// A number of transitions relative to the current position.
    case relative(Int)
    /// An entry of a branch given by id or name; the end of the branch if there is no seq.
    case branch(String, at: Int?)

    /// Parses `7`, `-1`, `+2`, `live`, `first`, `last`, `branch:2`, `branch:2@17`; `nil` for anything else.
    package init?(_ text: String) {
        let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
        switch text {
        case "live": self = .live
        case "first": self = .first
        case "last": self = .last
        case _ where text.hasPrefix("-") || text.hasPrefix("+"):
            guard let distance = Int(text) else { return nil }
            self = .relative(distance)
        case _ where text.hasPrefix("branch:"):
            guard case .branch(let name, let seq)? = Position(branch: text) else { return nil }
            self = .branch(name, at: seq)
        default:
            guard let seq = Int(digits), seq >= 0 else { return nil }
            self = .seq(seq)
        }
    }

    /// Parses a position; the error lists the accepted forms.
    package static func required(_ text: String) throws(InspectorError) -> SeqArgument {
        guard let argument = SeqArgument(text) else {
            throw InspectorError(
                .usage,
                "`\(text)` is not a position in the history. Give a seq, -1 or +1 from here, `live`, `first`, `last` or "
                    + "`branch:ID`.")
        }
        return argument
    }

    /// Resolves the argument to a seq, clamped to the history.
    ///
    /// - Parameters:
    ///   - position: The current seq; `nil` is the live state.
    ///   - history: The first and the last seq of the log.
    package func resolved(from position: Int?, in history: ClosedRange<Int>) throws(InspectorError) -> Int {
        let seq =
            switch self {
            case .live, .last: history.upperBound
            case .first: history.lowerBound
            case .seq(let seq): seq
            case .branch:
                throw InspectorError(.usage, "A branch is not part of the log: give a seq of the log.")
            case .relative(let distance):
                min(
                    max((position ?? history.upperBound).addingClamped(distance), history.lowerBound),
                    history.upperBound)
            }
        guard seq <= history.upperBound else {
            throw InspectorError(.failed, "There is no seq \(seq) yet: the last one is \(history.upperBound).")
        }
        return seq
    }
}

extension Int {
    /// The sum, clamped to the range of `Int`.
    package func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
