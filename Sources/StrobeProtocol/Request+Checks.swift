internal import StrobeTree

extension Request {
    /// Refuses a number that is out of range.
    func require(_ name: String, _ number: Int?, in range: PartialRangeFrom<Int>) throws(ProtocolError) {
        guard let number, !range.contains(number) else { return }
        throw wrong(
            name, expected: "an integer from \(range.lowerBound)",
            "`\(name)` is \(number), it must be at least \(range.lowerBound)")
    }

    /// The error of one wrong parameter.
    func wrong(_ name: String, expected: String, _ reason: String) -> ProtocolError {
        ProtocolError(
            .invalidParams, "Wrong params of \(Self.method): \(reason).",
            data: ["path": .string("/\(name)"), "expected": .string(expected)])
    }
}
