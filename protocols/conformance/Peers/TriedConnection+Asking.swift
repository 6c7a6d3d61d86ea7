internal import StrobeTree

extension TriedConnection {
    /// Sends a request and returns its result; fails if it is refused.
    func ask(_ method: String, _ params: Value.Object? = nil, within time: Duration? = nil) async throws -> Value.Object
    {
        let id = try await post(method, params)
        return try await result(of: id, method, within: time)
    }

    /// Sends a request about a path that may not exist in any state; returns `nil` if the server refuses it for that
    /// reason.
    func askOfPath(_ method: String, _ params: Value.Object) async throws -> Value.Object? {
        let id = try await post(method, params)
        let answer = try await answer(to: id)
        if answer.refusalCode == -32602 { return nil }
        guard case .result(let result) = answer.content else {
            throw Finding.failed("\(method) is refused.", expected: "a result, or the error -32602", got: answer.value)
        }
        return result
    }

    /// The result of a request that was sent before; fails if it is refused.
    func result(of id: Value, _ method: String, within time: Duration? = nil) async throws -> Value.Object {
        let answer = try await answer(to: id, within: time)
        guard case .result(let result) = answer.content else {
            throw Finding.failed("\(method) is refused.", expected: "a result", got: answer.value)
        }
        return result
    }

    /// Sends a request that must be refused with one of some codes, and returns the error.
    @discardableResult
    func refusal(
        of method: String, _ params: Value.Object? = nil, with codes: Int64...
    ) async throws -> Message.Refusal {
        let request = text(method, params)
        try await send(request.text)
        return try Self.refusal(in: try await answer(to: request.id), codes, to: request.text)
    }

    /// Sends a line that must be refused with a code, and returns the error.
    ///
    /// - Parameter id: The id of the error.
    @discardableResult
    func refusal(ofLine line: String, with code: Int64, id: Value = .null) async throws -> Message.Refusal {
        try await refusal(ofLine: Array(line.utf8), with: code, id: id)
    }

    /// Sends bytes as a line that must be refused with a code, and returns the error.
    @discardableResult
    func refusal(ofLine line: [UInt8], with code: Int64, id: Value = .null) async throws -> Message.Refusal {
        if id != .null { expectAnswer(to: id, isOrdered: false) }
        try await write(line + [UInt8(ascii: "\n")])
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        do {
            return try Self.refusal(in: try await answer(to: id), [code], to: text)
        } catch let finding as Finding where finding.got == nil {
            throw Finding.failed(
                "\(finding.message) It was sent: \(text)",
                expected: "the error \(code) \(Message.kinds[code] ?? "") with the id \(JSON.text(id))",
                got: takeRest().last?.value)
        }
    }

    private static func refusal(
        in message: Message, _ codes: [Int64], to request: String
    ) throws(Finding) -> Message.Refusal {
        let wanted = codes.map { "\($0) \(Message.kinds[$0] ?? "")" }.joined(separator: " or ")
        let asked = Finding.shortened(request)
        guard case .refusal(let refusal) = message.content else {
            throw .failed("This is not refused: \(asked)", expected: "the error \(wanted)", got: message.value)
        }
        guard codes.contains(refusal.code) else {
            throw .failed("This is refused with another code: \(asked)", expected: wanted, got: message.value)
        }
        return refusal
    }

    /// All entries of a store's log after a seq, page by page.
    func entries(of store: Value, after seq: Int64) async throws -> [Value] {
        var entries: [Value] = []
        var from: Int64? = seq + 1
        while let start = from {
            let page = try await ask("log/list", ["store": store, "from": .int(start), "limit": 1000])
            entries += page["entries"]?.list ?? []
            from = page["next"]?.integer
            guard from ?? .max > start else {
                throw Finding.failed("A page of the log links to itself.", got: page["next"])
            }
        }
        return entries
    }

    /// Waits until the server has answered everything sent so far.
    ///
    /// - Returns: The other messages that arrived before that.
    @discardableResult
    func settle() async throws -> [Message] {
        // Not `ping`, which is answered out of order.
        let id = try await post("store/list")
        let answer = try await answer(to: id)
        return takeRest().filter { $0.index < answer.index }
    }

    /// Fails unless the server closes the connection without sending anything before.
    func expectEnd(after what: String, within time: Duration? = nil) async throws {
        guard let message = try await next(within: time) else { return }
        throw Finding.failed(
            "A message follows \(what).", expected: "the end of the connection", got: message.value)
    }

    /// Fails unless the server closes the connection without an answer before; it may still notify.
    func expectNoMoreAnswers(after what: String) async throws {
        while let message = try await next() {
            try expect(
                message.id == nil, "An answer follows \(what).", expected: "the end of the connection",
                got: message.value)
        }
    }

    /// The length of a line to send.
    ///
    /// - Parameter wanted: The ideal length, in bytes.
    /// - Returns: That, or the limit of the server, but at least 256: no server can work with less.
    func length(upTo wanted: Int) -> Int {
        max(min(wanted, (try? limit("lineBytes")) ?? wanted), 256)
    }

    /// A limit declared by the server.
    func limit(_ name: String) throws(Finding) -> Int {
        guard let number = hello["limits"]?[name]?.integer, number > 0, let limit = Int(exactly: number) else {
            throw .skipped("the server declares no limit \(name)")
        }
        return limit
    }
}
