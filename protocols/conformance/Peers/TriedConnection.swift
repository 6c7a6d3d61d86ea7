internal import StrobeTransport
internal import StrobeTree

/// A connection to the server under test, from its first byte.
///
/// Every received line must be a message; every answer must match a request that was sent, once and in order.
/// Violations observed in passing are noted in the journal.
actor TriedConnection {
    private struct Asked {
        var id: Value
        var isOrdered: Bool
        var method: String?
    }

    private static let byteLimit = 512 << 20

    let timeout: Duration
    private let line: OpenedLine
    private let journal: Journal
    private let schema: WireSchema?
    private var asked: [Asked] = []
    private var answered: Set<Value> = []
    private var lastID = 0
    private var count = 0
    private var bytes = 0
    /// Whether the server announced the end of the session.
    private(set) var isClosing = false
    /// The messages received and not taken yet, in order.
    private var inbox: [Message] = []
    /// The result of `initialize`.
    private(set) var hello: Value.Object = [:]

    init(_ line: OpenedLine, timeout: Duration, journal: Journal, schema: WireSchema? = nil) {
        self.line = line
        self.timeout = timeout
        self.journal = journal
        self.schema = schema
        line.connection.setLineLimit(64 << 20)
    }

    func close() async { await line.close() }

    /// Whether the program at the other end can be asked to end.
    nonisolated var canAskForEnd: Bool { line.askForEnd != nil }

    /// Asks the program at the other end to end.
    func askForEnd() async { await line.askForEnd?() }

    /// Closes the connection without `shutdown`, like a client that crashes.
    func vanish() async { await line.connection.close() }

    func welcome(_ hello: Value.Object) { self.hello = hello }

    // MARK: Sending

    func write(_ bytes: [UInt8]) async throws {
        let connection = line.connection
        let isDone = try await within(timeout, giveUp: { await connection.close() }) {
            do throws(TransportError) {
                try await connection.write(bytes)
                return true
            } catch {
                throw Finding.failed("The server accepts no more: \(error.message)")
            }
        }
        guard isDone != nil else { throw Finding.failed("The server does not read: nothing was read in \(timeout).") }
    }

    /// Ends this side's output, and continues to read.
    ///
    /// - Throws: A skip if the connection does not support this.
    func endOutput() async throws {
        guard let connection = line.connection as? any HalfClosable else {
            throw Finding.skipped("its connection cannot be closed in one direction only")
        }
        await connection.endOutput()
    }

    /// Sends a text as a line.
    func send(_ text: String) async throws {
        try await write(Array(text.utf8) + [UInt8(ascii: "\n")])
    }

    /// The text of a request, whose answer is expected from now on.
    func text(
        _ method: String, _ params: Value.Object? = nil, id: Value? = nil, with extra: Value.Object = [:]
    ) -> (id: Value, text: String) {
        lastID += 1
        let id = id ?? Value(lastID)
        expectAnswer(to: id, isOrdered: method != "ping", method: method)
        var message: Value.Object = ["jsonrpc": "2.0", "id": id, "method": .string(method)]
        if let params { message["params"] = .object(params) }
        for (key, value) in extra { message[key] = value }
        return (id, JSON.text(.object(message)))
    }

    /// Notes that a request with this id is sent.
    func expectAnswer(to id: Value, isOrdered: Bool = true, method: String? = nil) {
        asked.append(Asked(id: id, isOrdered: isOrdered, method: method))
        answered.remove(id)
    }

    /// Sends a request.
    ///
    /// - Returns: Its id.
    @discardableResult
    func post(_ method: String, _ params: Value.Object? = nil, id: Value? = nil) async throws -> Value {
        let request = text(method, params, id: id)
        try await send(request.text)
        return request.id
    }

    /// Sends several requests with one write.
    ///
    /// - Returns: Their ids.
    func post(_ requests: [(method: String, params: Value.Object?)]) async throws -> [Value] {
        let texts = requests.map { text($0.method, $0.params) }
        try await send(texts.map(\.text).joined(separator: "\n"))
        return texts.map(\.id)
    }

    // MARK: Receiving

    /// Returns the next message that was not taken yet.
    ///
    /// - Returns: `nil` if the server has closed the connection.
    func next(within time: Duration? = nil) async throws -> Message? {
        if !inbox.isEmpty { return inbox.removeFirst() }
        return try await receive(within: time ?? timeout)
    }

    /// Waits for the answer to a request.
    func answer(to id: Value, within time: Duration? = nil) async throws -> Message {
        if let place = inbox.firstIndex(where: { $0.id == id }) { return inbox.remove(at: place) }
        while let message = try await receive(within: time ?? timeout, for: id) {
            if message.id == id { return message }
            try expect(
                message.id.map { !Self.isMeant($0, by: id) } ?? true, "An answer has an id of another type.",
                expected: "the id \(JSON.text(id))", got: message.value)
            inbox.append(message)
        }
        throw Finding.failed(
            "The connection closed before an answer came.", expected: "an answer with the id \(JSON.text(id))")
    }

    /// Removes and returns the messages received and not taken yet.
    func takeRest() -> [Message] {
        defer { inbox = [] }
        return inbox
    }

    /// Whether two ids differ only in their type.
    private static func isMeant(_ id: Value, by other: Value) -> Bool {
        func plain(_ id: Value) -> String { id.text ?? JSON.text(id) }
        return id != other && plain(id) == plain(other)
    }

    /// - Parameter id: The id of an awaited answer: if that answer is not a valid message, its violation is thrown.
    private func receive(within time: Duration, for id: Value? = nil) async throws -> Message? {
        while true {
            let connection = line.connection
            let received = try await within(time) { () -> [UInt8]? in
                do throws(TransportError) {
                    return try await connection.nextLine()
                } catch {
                    switch error.code {
                    case .lineTooLong: throw Finding.failed("The server sent a line of more than 64 MiB.")
                    // A reset is also an end.
                    default: return nil
                    }
                }
            }
            guard let received else {
                throw Finding.failed("Nothing was received within \(time).", expected: "a line, or the end")
            }
            guard let bytes = received else { return nil }
            self.bytes += bytes.count
            guard self.bytes <= Self.byteLimit else { throw Finding.failed("The server sent more than 512 MiB.") }
            var broken: Finding?
            let read = Message.read(bytes) { rule, finding in
                broken = finding
                journal.note(rule, finding)
            }
            guard var message = read else {
                if let id, let broken, (try? JSON.parse(bytes))?["id"] == id { throw broken }
                continue
            }
            message.index = count
            message.size = bytes.count
            count += 1
            check(message)
            return message
        }
    }

    private func check(_ message: Message) {
        if isClosing {
            journal.note(
                "session.closing",
                .failed("Something was received after server/closing.", expected: "the end", got: message.value))
        }
        if message.method == "server/closing" { isClosing = true }
        if let limit = hello["limits"]?["answerBytes"]?.integer, message.id != nil, message.size > limit {
            journal.note(
                "limits.nodes",
                .failed(
                    "An answer has \(message.size) bytes.", expected: "at most \(limit), or -33010",
                    got: message.value))
        }
        switch message.content {
        case .notification(let method, let params): holdToSchema(.object(params), "\(method).params", message)
        case .refusal: holdToSchema(message.value["error"] ?? .null, "Error", message)
        case .result: break
        }
        // An error with a null id answers a line whose id could not be read.
        guard let id = message.id, id != .null else { return }
        guard let place = asked.firstIndex(where: { $0.id == id }) else {
            let what =
                answered.contains(id) ? "A request was answered twice." : "An answer has an id that was never sent."
            journal.note("message.once", .failed(what, expected: "one answer per request", got: message.value))
            return
        }
        if asked[place].isOrdered, message.refusalCode != -32800,
            let earlier = asked[..<place].first(where: { $0.isOrdered })
        {
            journal.note(
                "order.answers",
                .failed(
                    "A request was answered before one that was sent earlier.",
                    expected: "the answer with the id \(JSON.text(earlier.id)) first", got: message.value))
        }
        if case .result(let result) = message.content, let method = asked[place].method {
            holdToSchema(.object(result), "\(method).result", message)
        }
        asked.remove(at: place)
        answered.insert(id)
    }

    private func holdToSchema(_ value: Value, _ form: String, _ message: Message) {
        guard let schema, schema.has(form), journal.takesForm(form), let fault = schema.fault(in: value, as: form)
        else {
            return
        }
        let place = fault.path.isEmpty ? form : "\(form): \(fault.path)"
        journal.note("message.schema", .failed("\(place) \(fault.message).", got: message.value))
    }
}

extension Message {
    var refusalCode: Int64? { if case .refusal(let refusal) = content { refusal.code } else { nil } }
}
