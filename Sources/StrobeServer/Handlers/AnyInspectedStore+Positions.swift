internal import StrobeTree
internal import StrobeHistory
internal import StrobeProtocol

extension AnyInspectedStore {
    /// The position that a parameter names, checked; the live state if it is absent.
    ///
    /// - Parameter parameter: The name of the parameter, for the error.
    func position(of position: Position?, _ parameter: String) throws(ProtocolError) -> Position {
        if case .branch? = position { return position ?? .live }
        return Position(try seq(of: position, parameter))
    }

    /// The number of the log that a position means; `nil` for the current state.
    ///
    /// - Parameter parameter: The name of the parameter, for the error.
    func seq(of position: Position?, _ parameter: String) throws(ProtocolError) -> Int? {
        switch position {
        case nil, .live: return nil
        case .branch:
            throw ProtocolError(
                .invalidParams, "`\(parameter)` is a place in the log, not in a branch; give a seq or leave it out.",
                data: ["path": .string("/\(parameter)"), "expected": "a seq from 0"])
        case .seq(let seq):
            let last = self.seq
            guard seq >= 0 else {
                throw ProtocolError(
                    .invalidParams, "A seq is 0 or more; `\(parameter)` is \(seq).",
                    data: ["path": .string("/\(parameter)"), "expected": "a seq from 0"])
            }
            guard seq <= last else {
                throw .seqAhead(seq, parameter: parameter, firstSeq: description.firstSeq, last: last)
            }
            return seq
        }
    }
}
