import StrobeTree
import StrobeProtocol

/// A place in the history as people type it.
enum SeqArgument: Sendable, Hashable {
    /// The present.
    case live
    /// The first state that is still there.
    case first
    /// The last transition so far.
    case last
    /// A seq.
    case seq(Int)
    /// So many transitions from where one stands.
    case relative(Int)
    /// An entry of a branch, by its id or name; its end without a number.
    case branch(String, at: Int?)

    /// Reads `7`, `-1`, `+2`, `live`, `first`, `last`, `branch:2`, `branch:2@17`; `nil` where it is something else.
    init?(_ text: String) {
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

    /// Reads it or says what could stand there.
    static func required(_ text: String) throws(InspectorError) -> SeqArgument {
        guard let argument = SeqArgument(text) else {
            throw InspectorError(
                .usage,
                "`\(text)` is not a place in the history. Give a seq, -1 or +1 from here, `live`, `first`, `last` or "
                    + "`branch:ID`.")
        }
        return argument
    }

    /// The seq that is meant, kept within the history.
    ///
    /// - Parameters:
    ///   - position: Where one stands; `nil` is the present.
    ///   - history: The first and the last seq that are there.
    func resolved(from position: Int?, in history: ClosedRange<Int>) throws(InspectorError) -> Int {
        let seq =
            switch self {
            case .live, .last: history.upperBound
            case .first: history.lowerBound
            case .seq(let seq): seq
            case .branch:
                throw InspectorError(.usage, "A branch has no place in the log: a seq of the log is needed here.")
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
    /// The sum, or the nearest number there is.
    func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
