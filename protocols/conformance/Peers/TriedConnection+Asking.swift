internal import StrobeTree

extension TriedConnection {
    /// The result of a request that has to succeed.
    func ask(_ method: String, _ params: Value.Object? = nil, within time: Duration? = nil) async throws -> Value.Object
    {
        let id = try await post(method, params)
        return try await result(of: id, method, within: time)
    }

    /// The result of a request about a path at which there may never be anything; `nil` if the server refuses it for
    /// that.
    func askOfPath(_ method: String, _ params: Value.Object) async throws -> Value.Object? {
        let id = try await post(method, params)
        let answer = try await answer(to: id)
        if answer.refusalCode == -32602 { return nil }
        guard case .result(let result) = answer.content else {
            throw Finding.failed("\(method) is refused.", expected: "a result, or the error -32602", got: answer.value)
        }
        return result
    }

    /// The result of a request that was sent before.
    func result(of id: Value, _ method: String, within time: Duration? = nil) async throws -> Value.Object {
        let answer = try await answer(to: id, within: time)
        guard case .result(let result) = answer.content else {
            throw Finding.failed("\(method) is refused.", expected: "a result", got: answer.value)
        }
        return result
    }

    /// The error of a request that has to be refused with one of some codes.
    @discardableResult
    func refusal(
        of method: String, _ params: Value.Object? = nil, with codes: Int64...
    ) async throws -> Message.Refusal {
        let request = text(method, params)
        try await send(request.text)
        return try Self.refusal(in: try await answer(to: request.id), codes, to: request.text)
    }

    /// The error of a line that has to be refused with a code.
    ///
    /// - Parameter id: What the error has as its id.
    @discardableResult
    func refusal(ofLine line: String, with code: Int64, id: Value = .null) async throws -> Message.Refusal {
        try await refusal(ofLine: Array(line.utf8), with: code, id: id)
    }

    /// The error of bytes that have to be refused as a line with a code.
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
                throw Finding.failed("A page of the log leads back to itself.", got: page["next"])
            }
        }
        return entries
    }

    /// Waits until the server has answered all that was sent.
    ///
    /// - Returns: What came up to then and was not waited for.
    @discardableResult
    func settle() async throws -> [Message] {
        // Not ping, which overtakes.
        let id = try await post("store/list")
        let answer = try await answer(to: id)
        return takeRest().filter { $0.index < answer.index }
    }

    /// Makes sure that the server closes the connection and says nothing before.
    func expectEnd(after what: String, within time: Duration? = nil) async throws {
        guard let message = try await next(within: time) else { return }
        throw Finding.failed(
            "A message follows \(what).", expected: "the end of the connection", got: message.value)
    }

    /// Makes sure that the server closes the connection and answers nothing before; it may still notify.
    func expectNoMoreAnswers(after what: String) async throws {
        while let message = try await next() {
            try expect(
                message.id == nil, "An answer follows \(what).", expected: "the end of the connection",
                got: message.value)
        }
    }

    /// How long a line that is sent may be.
    ///
    /// - Parameter wanted: How long it is at best, in bytes.
    /// - Returns: That, or as much as the server takes, but never less than 256: no server can do with less.
    func length(upTo wanted: Int) -> Int {
        max(min(wanted, (try? limit("lineBytes")) ?? wanted), 256)
    }

    /// A limit that the server declared.
    func limit(_ name: String) throws(Finding) -> Int {
        guard let number = hello["limits"]?[name]?.integer, number > 0, let limit = Int(exactly: number) else {
            throw .skipped("the server declares no limit \(name)")
        }
        return limit
    }
}
