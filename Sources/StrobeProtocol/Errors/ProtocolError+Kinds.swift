internal import StrobeTree

/// The errors whose `data` the specification defines.
extension ProtocolError {
    /// The first message was not `initialize`.
    public static var notInitialized: ProtocolError {
        ProtocolError(.notInitialized, "Send initialize first; no other request is answered before it.")
    }

    /// The client cancelled the request before it had any effect.
    public static var cancelled: ProtocolError {
        ProtocolError(.cancelled, "The request was cancelled; it changed nothing.")
    }

    /// The store has moved on since the client read its seq.
    ///
    /// - Parameters:
    ///   - ifSeq: The seq that the client expected.
    ///   - seq: The current seq.
    public static func stale(ifSeq: Int, seq: Int) -> ProtocolError {
        ProtocolError(
            .stale, "The store is at seq \(seq), not \(ifSeq); nothing was done. Read the store again, then decide.",
            data: ["ifSeq": .int(Int64(ifSeq)), "seq": .int(Int64(seq))])
    }

    /// The token is missing or wrong.
    public static var unauthorized: ProtocolError {
        ProtocolError(
            .unauthorized, "This endpoint needs the token of the process's discovery file; the connection closes.")
    }

    /// The client speaks a version that the server does not.
    ///
    /// - Parameter version: The version it asked for.
    public static func unsupportedVersion(_ version: Int) -> ProtocolError {
        ProtocolError(
            .unsupportedVersion,
            "This server speaks version \(protocolVersionNumber) of the protocol, not \(version).",
            data: ["supported": [.int(Int64(protocolVersionNumber))]])
    }

    /// The line was too long and was skipped.
    ///
    /// - Parameter limit: The limit in bytes.
    public static func lineTooLong(limit: Int) -> ProtocolError {
        ProtocolError(
            .lineTooLong, "The line is longer than \(limit) bytes and was skipped.", data: ["limit": .int(Int64(limit))]
        )
    }

    /// No such store, or none named although there is not exactly one.
    ///
    /// - Parameters:
    ///   - id: The store asked for, if any.
    ///   - stores: The ids of all stores.
    public static func unknownStore(_ id: String?, stores: [String]) -> ProtocolError {
        var data: Value.Object = ["stores": .array(stores.map { .string($0) })]
        let list =
            stores.isEmpty ? "there are no stores" : "the stores are \(stores.prefix(20).joined(separator: ", "))"
        guard let id else {
            return ProtocolError(
                .unknownStore, stores.isEmpty ? "There are no stores." : "Name a `store`: \(list).", data: data)
        }
        var hint = list
        if let near = Spelling.nearest(id, in: stores) {
            data["suggestion"] = .string(near)
            hint += "; did you mean \(near)?"
        } else {
            hint += "."
        }
        return ProtocolError(.unknownStore, "There is no store \(id.prefix(64)); \(hint)", data: data)
    }

    /// That seq is no longer kept.
    ///
    /// - Parameters:
    ///   - seq: The seq asked for.
    ///   - firstSeq: The first seq that is kept.
    public static func seqEvicted(_ seq: Int, firstSeq: Int) -> ProtocolError {
        ProtocolError(
            .seqEvicted, "Seq \(seq) is no longer kept; the history begins at \(firstSeq).",
            data: ["seq": .int(Int64(seq)), "firstSeq": .int(Int64(firstSeq))])
    }

    /// A seq that has not been reached yet.
    ///
    /// - Parameters:
    ///   - seq: The seq asked for.
    ///   - parameter: The name of the parameter.
    ///   - firstSeq: The first seq that is kept.
    ///   - last: The last seq.
    public static func seqAhead(_ seq: Int, parameter: String, firstSeq: Int, last: Int) -> ProtocolError {
        ProtocolError(
            .invalidParams, "There is no seq \(seq) yet: the last one is \(last).",
            data: [
                "path": .string("/\(parameter)"), "expected": .string("a seq from \(firstSeq) to \(last)"),
                "seq": .int(Int64(last)),
            ])
    }

    /// The session may only read.
    ///
    /// - Parameter method: The method it called.
    public static func readOnly(method: String) -> ProtocolError {
        ProtocolError(
            .readOnly,
            "\(method) needs control access, but this session may only read. Request it in initialize; the server must "
                + "grant it.",
            data: ["access": .string(Access.read.rawValue), "needed": .string(Access.control.rawValue)])
    }

    /// The server is full.
    ///
    /// - Parameter limit: The most sessions that it allows.
    public static func tooManyClients(limit: Int) -> ProtocolError {
        ProtocolError(
            .tooManyClients, "The server already has \(limit) sessions; close one and try again.",
            data: ["limit": .int(Int64(limit))])
    }

    /// The answer would be too large.
    ///
    /// - Parameters:
    ///   - what: What there are too many of, such as "nodes".
    ///   - count: How many there are, if known.
    ///   - limit: The most that can be sent.
    ///   - unit: What the limit counts, if that is something else.
    ///   - advice: What to do instead.
    public static func tooLarge(
        _ what: String, count: Int?, limit: Int, of unit: String? = nil, advice: String
    ) -> ProtocolError {
        var data: Value.Object = ["limit": .int(Int64(limit))]
        if let count { data["count"] = .int(Int64(count)) }
        let size = count.map { "\($0) \(what)" } ?? "more \(what) than can be sent"
        let most = unit.map { "\(limit) \($0)" } ?? "\(limit)"
        return ProtocolError(.tooLarge, "The answer has \(size); at most \(most) are sent. \(advice)", data: data)
    }
}
