internal import StrobeTree

extension Request {
    /// Refuses a number that is out of range.
    func require(_ name: String, _ number: Int?, in range: PartialRangeFrom<Int>) throws(ProtocolError) {
        guard let number, !range.contains(number) else { return }
        throw wrong(
            name, expected: "an integer from \(range.lowerBound)",
            "`\(name)` is \(number); it must be at least \(range.lowerBound)")
    }

    /// Refuses a search text that is empty or too long.
    func require(query: String) throws(ProtocolError) {
        guard query.isEmpty || query.utf8.count > 1_000 else { return }
        throw wrong(
            "query", expected: "1 to 1000 bytes",
            query.isEmpty ? "`query` is empty" : "`query` has \(query.utf8.count) bytes; at most 1000 are allowed")
    }

    /// Refuses an origin that a client cannot have.
    ///
    /// - Parameter isReplay: Whether the origins of a recorded program are allowed, too.
    func require(origin: String?, isReplay: Bool = false) throws(ProtocolError) {
        let origins = ["inspector", "script"] + (isReplay ? ["app", "effect"] : [])
        guard let origin, !origins.contains(origin) else { return }
        let expected = origins.dropLast().joined(separator: ", ") + " or \(origins.last ?? "")"
        throw wrong("origin", expected: expected, "`origin` must be \(expected)")
    }

    /// The error of one wrong parameter.
    func wrong(_ name: String, expected: String, _ reason: String) -> ProtocolError {
        ProtocolError(
            .invalidParams, "Wrong params of \(Self.method): \(reason).",
            data: ["path": .string("/\(name)"), "expected": .string(expected)])
    }
}
