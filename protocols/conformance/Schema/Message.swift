internal import StrobeTree

/// A line received from a server, parsed as JSON-RPC without the types that our own server uses.
struct Message: Sendable {
    enum Content: Sendable {
        case result(Value.Object)
        case refusal(Refusal)
        case notification(method: String, params: Value.Object)
    }

    /// The error of an answer.
    struct Refusal: Sendable {
        var code: Int64
        var message: String
        var data: Value.Object

        var kind: String? { data["kind"]?.text }
    }

    /// The whole line.
    var value: Value
    /// The id of an answer; `nil` for a notification.
    var id: Value?
    var content: Content
    /// The number of messages received in the session before.
    var index = 0
    /// The length of the line, in bytes.
    var size = 0

    var method: String? { if case .notification(let method, _) = content { method } else { nil } }
    var params: Value.Object { if case .notification(_, let params) = content { params } else { [:] } }

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - line: Its bytes without the line end.
    ///   - note: Called with each violation, and the rule that it breaks.
    /// - Returns: The message; `nil` if the line is not one.
    static func read(_ line: [UInt8], note: (String, Finding) -> Void) -> Message? {
        let value: Value
        do {
            value = try JSON.parse(line, limits: JSONLimits(maxDepth: 512, maxNodes: 4 << 20))
        } catch {
            let text = String(decoding: line.prefix(400), as: UTF8.self)
            note("framing.lf", .failed("A line is not JSON: \(error.message)", expected: "one JSON object", got: text))
            return nil
        }
        guard case .object(let members) = value else {
            note("framing.lf", .failed("A line is not an object.", expected: "one JSON object", got: value))
            return nil
        }
        if members["jsonrpc"] != "2.0" {
            note("message.version", .failed("A message has no jsonrpc.", expected: #""jsonrpc":"2.0""#, got: value))
        }
        return message(value, members, note: note)
    }

    private static func message(
        _ value: Value, _ members: Value.Object, note: (String, Finding) -> Void
    ) -> Message? {
        let form = "either method and params, or id and one of result and error"
        func broken(_ what: String) -> Message? {
            note("message.object", .failed(what, expected: form, got: value))
            return nil
        }
        if let method = members["method"] {
            guard case .string(let name) = method else { return broken("A method is not a string.") }
            guard members["id"] == nil else { return broken("The server sent a request; it may only notify.") }
            guard case .object(let params)? = members["params"] ?? .object([:]) else {
                return broken("The params of a notification are not an object.")
            }
            return Message(value: value, id: nil, content: .notification(method: name, params: params))
        }
        guard let id = members["id"] else { return broken("A message has neither method nor id.") }
        switch (members["result"], members["error"]) {
        case (.object(let result)?, nil): return Message(value: value, id: id, content: .result(result))
        case (.some, nil): return broken("A result is not an object.")
        case (nil, let error?):
            let refusal = refusal(error, of: value, note: note)
            return Message(value: value, id: id, content: .refusal(refusal))
        default: return broken("An answer must have either result or error.")
        }
    }

    private static func refusal(
        _ error: Value, of value: Value, note: (String, Finding) -> Void
    ) -> Refusal {
        let rule = "error.form"
        let code = error["code"]?.integer
        let data = error["data"]?.members
        if code == nil { note(rule, .failed("The code of an error is not an integer.", got: value)) }
        if error["message"]?.text?.isEmpty ?? true { note(rule, .failed("An error has no message.", got: value)) }
        if data == nil {
            note(rule, .failed("An error has no data.", expected: "data, an object with kind", got: value))
        } else if let known = code.flatMap({ kinds[$0] }) {
            if data?["kind"]?.text != known {
                note(
                    rule,
                    .failed(
                        "The kind of an error is not that of its code.", expected: #""kind":"\#(known)""#, got: value))
            }
        } else if data?["kind"]?.text?.isEmpty ?? true {
            note(rule, .failed("An error has no kind.", expected: "data.kind, the name of the code", got: value))
        }
        return Refusal(code: code ?? 0, message: error["message"]?.text ?? "", data: data ?? [:])
    }

    /// The names of the error codes, from section 10 of the specification.
    static let kinds: [Int64: String] = [
        -32700: "parseError", -32600: "invalidRequest", -32601: "methodNotFound", -32602: "invalidParams",
        -32603: "internalError", -32002: "notInitialized", -32800: "cancelled", -32801: "stale",
        -33001: "unauthorized", -33002: "unsupportedVersion", -33003: "lineTooLong", -33004: "unknownStore",
        -33005: "noSuchPath", -33006: "seqEvicted", -33007: "undecodableAction", -33008: "readOnly",
        -33009: "tooManyClients", -33010: "tooLarge", -33011: "notSupported",
    ]
}
