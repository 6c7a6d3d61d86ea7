internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension InspectedStore {
    /// The position that a parameter names, checked; the live state if it is absent.
    ///
    /// - Parameter parameter: The name of the parameter, for the error.
    func position(of position: Position?, _ parameter: String) throws(ProtocolError) -> Position {
        switch position {
        case nil, .live: .live
        case .branch(let name, let seq): .branch(name, at: seq)
        case .seq(let seq): .seq(try checked(seq, parameter))
        }
    }

    /// A seq of the log in a parameter, which its message has checked to be 0 or more.
    ///
    /// - Parameter parameter: The name of the parameter, for the error.
    /// - Throws: `invalidParams` if the log has not reached it.
    func checked(_ seq: Int, _ parameter: String) throws(ProtocolError) -> Int {
        let last = self.seq
        guard seq <= last else { throw .seqAhead(seq, parameter: parameter, firstSeq: firstSeq, last: last) }
        return seq
    }

    func checked(_ seq: Int?, _ parameter: String) throws(ProtocolError) -> Int? {
        guard let seq else { return nil }
        let known: Int = try checked(seq, parameter)
        return known
    }
}
