internal import StrobeTree
internal import StrobeProtocol

extension Target {
    /// The number that a position means; `nil` for the present.
    ///
    /// - Parameter parameter: The name of the parameter, for the error.
    func seq(of position: Position?, _ parameter: String) throws(ProtocolError) -> Int? {
        switch position {
        case nil, .live: return nil
        case .branch:
            throw ProtocolError(
                .notSupported, "This server has no branches yet: give a seq or leave `\(parameter)` out.")
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
