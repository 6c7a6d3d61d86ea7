internal import StrobeTree

extension Request {
    /// Refuses a member that is out of its range.
    func checkRanges() throws(ProtocolError) {
        for member in Self.members {
            guard let fault = member.fault?(self) else { continue }
            throw wrong(member.name, expected: fault.expected, fault.reason)
        }
    }

    /// The error of one wrong parameter.
    func wrong(_ name: String, expected: String, _ reason: String) -> ProtocolError {
        ProtocolError(
            .invalidParams, "Wrong params of \(Self.method): \(reason).",
            data: ["path": .string("/\(name)"), "expected": .string(expected)])
    }
}
