internal import StrobeProtocol
internal import StrobeTree

extension FuzzTarget {
    /// The messages: envelopes, the params of every method and notification, and the results of every method.
    static let message = FuzzTarget(
        "message",
        FuzzSamples(
            exampleMessages
                + (FuzzSamples.transcripts(of: "client") + FuzzSamples.transcripts(of: "server")).flatMap { $0 },
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
            return
        }
        try FuzzFinding.unless(try envelope == Envelope.decode(envelope.encode()), "the message is read otherwise")
        switch envelope {
        case .request(_, let method, let params):
            try requests[method]?.checkParams(params)
        case .notification(let method, let params):
            try notifications[method]?.checkParams(params)
        case .result(let id, let result):
            // The samples have the method as the id of their results.
            try requests[id.description]?.checkResult(result)
        case .failure: break
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
    fileprivate static func checkParams(_ params: Value.Object) throws {
        let written: Value.Object
        do throws(ProtocolError) {
            written = try Self(params: params).params()
        } catch {
            try FuzzFinding.unless(
                error.code == .invalidParams || error.code == .tooLarge, "\(method) has the error \(error.code)")
            return
        }
        let again = try Self(params: written).params()
        try FuzzFinding.unless(again == written, "\(method) \(JSON.text(.object(written))) is read otherwise")
    }

    fileprivate static func checkResult(_ value: Value) throws {
        guard let result = try? result(from: value), let written = try? TreeEncoder(omitsNil: true).encode(result)
        else {
            return
        }
        let again = try TreeEncoder(omitsNil: true).encode(Self.result(from: written))
        try FuzzFinding.unless(again == written, "the result of \(method), \(JSON.text(written)), is read otherwise")
    }
}

extension ProtocolNotification {
    fileprivate static func checkParams(_ params: Value.Object) throws {
        guard let written = try? Self(params: params).params() else { return }
        let again = try Self(params: written).params()
        try FuzzFinding.unless(again == written, "\(method) \(JSON.text(.object(written))) is read otherwise")
    }
}
