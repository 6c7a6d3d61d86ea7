internal import StrobeProtocol
internal import StrobeTree

extension FuzzTarget {
    /// The messages: envelopes, the params of every method and notification, and the results of every method.
    public static let message = FuzzTarget(
        "message",
        FuzzSamples(
            exampleMessages + FuzzSamples.transcripts(of: "client").flatMap { $0 } + transcribedAnswers,
            tokens: FuzzSamples.jsonTokens + [
                "\"params\":", "\"id\":", "\"store\":", "\"at\":", "\"path\":", "\"branch:1\"",
            ])
    ) { input in
        let envelope: Envelope
        do throws(ProtocolError) {
            envelope = try Envelope.decode(input)
        } catch {
            try FuzzFinding.unless(
                [.parseError, .invalidRequest, .invalidParams, .tooLarge].contains(error.code),
                "a line has the error \(error.code)")
            let failure = Envelope.failure(id: error.id, error)
            try FuzzFinding.unless(
                isSame(try? Envelope.decode(failure.encode()), failure), "the error is read otherwise")
            return .refused
        }
        try FuzzFinding.unless(try envelope == Envelope.decode(envelope.encode()), "the message is read otherwise")
        switch envelope {
        case .request(_, let method, let params):
            return try requests[method]?.checkParams(params) ?? .refused
        case .notification(let method, let params):
            return try notifications[method]?.checkParams(params) ?? .refused
        case .result(let id, let result):
            // The ids of the sample results are their methods.
            return try requests[id.description]?.checkResult(result) ?? .refused
        case .failure: return .understood(as: "error")
        }
    }

    private static let requests = Dictionary(
        MethodRegistry.requests.map { ($0.method, $0) }, uniquingKeysWith: { first, _ in first })
    private static let notifications = Dictionary(
        (MethodRegistry.clientNotifications + MethodRegistry.notifications).map { ($0.method, $0) },
        uniquingKeysWith: { first, _ in first })

    private static func isSame(_ a: Envelope?, _ b: Envelope) -> Bool {
        guard case .failure(let id, let error)? = a, case .failure(let other, let expected) = b else { return false }
        return id == other && error.code == expected.code && error.message == expected.message
    }

    /// The server's lines in the transcripts, with methods as the ids of results.
    private static var transcribedAnswers: [[UInt8]] {
        zip(FuzzSamples.transcripts(of: "client"), FuzzSamples.transcripts(of: "server")).flatMap { client, server in
            var methods: [RequestID: String] = [:]
            for line in client {
                if case .request(let id, let method, _)? = try? Envelope.decode(line) { methods[id] = method }
            }
            return server.map { line in
                guard case .result(let id, let result)? = try? Envelope.decode(line), let method = methods[id] else {
                    return line
                }
                return Envelope.result(id: .string(method), result).encode().dropLast()
            }
        }
    }

    /// A message of every example of the specification.
    static var exampleMessages: [[UInt8]] {
        FuzzSamples.files("v1/examples", ".json").compactMap { file -> [UInt8]? in
            let parts = file.path.split(separator: "/")
            guard parts.count == 4, let value = try? JSON.parse(file.bytes) else { return nil }
            let method = String(parts[2].replacing("-", with: "/", maxReplacements: 1))
            var message: Value.Object = ["jsonrpc": "2.0"]
            if parts[3].hasPrefix("params") {
                message["method"] = .string(method)
                message["params"] = value
                if notifications[method] == nil { message["id"] = 1 }
            } else if parts[3].hasPrefix("result") {
                message["id"] = .string(method)
                message["result"] = value
            } else {
                message["id"] = 1
                message["error"] = value
            }
            return Array(JSON.text(.object(message)).utf8)
        }
    }
}

extension Request {
    fileprivate static func checkParams(_ params: Value.Object) throws -> FuzzOutcome {
        let written: Value.Object
        do throws(ProtocolError) {
            written = try Self(params: params).params()
        } catch {
            try FuzzFinding.unless(
                error.code == .invalidParams || error.code == .tooLarge, "\(method) has the error \(error.code)")
            return .refused
        }
        let again = try Self(params: written).params()
        try FuzzFinding.unless(again == written, "\(method) \(JSON.text(.object(written))) is read otherwise")
        return .understood(as: "params of \(method)")
    }

    fileprivate static func checkResult(_ value: Value) throws -> FuzzOutcome {
        guard let result = try? result(from: value), let written = try? MessageEncoder().encode(result)
        else {
            return .refused
        }
        let again = try MessageEncoder().encode(Self.result(from: written))
        try FuzzFinding.unless(again == written, "the result of \(method), \(JSON.text(written)), is read otherwise")
        return .understood(as: "result of \(method)")
    }
}

extension ProtocolNotification {
    fileprivate static func checkParams(_ params: Value.Object) throws -> FuzzOutcome {
        guard let written = try? Self(params: params).params() else { return .refused }
        let again = try Self(params: written).params()
        try FuzzFinding.unless(again == written, "\(method) \(JSON.text(.object(written))) is read otherwise")
        return .understood(as: "params of \(method)")
    }
}
