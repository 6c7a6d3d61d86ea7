internal import InspectorCore
internal import StrobeClient
internal import StrobeSystem
internal import StrobeTree

/// A debug adapter: one editor, one process or recording.
///
/// What a request causes is written after its response. Requests wait for each other, apart from those of the console, which
/// have a lane of their own, and `cancel`, `disconnect` and `terminate`, which wait for none. Searches go on behind the
/// response to the request that began them, so that `pause` reaches the store at any time.
package actor AdapterSession {
    nonisolated let host: AdapterHost
    nonisolated let port: AdapterPort
    nonisolated let outbox: EditorOutbox
    private nonisolated let tap: AdapterTap?
    private nonisolated let ended = AsyncCondition(false)

    var editor = EditorClient()
    var options: StartOptions?
    var starting: Task<Void, Never>?
    /// The request that is answered once the editor has configured everything.
    var deferred: AdapterRequest?
    /// Whether stops are reported to the editor: it has set its breakpoints.
    var isConfigured = false
    var debuggee: Debuggee?
    /// What this adapter subscribed to; the console may subscribe to more over the same connection.
    var subscription = ""
    var mark = LaunchMark()
    var child: ChildProcess?
    /// Says that nothing is debugged any more, from when that began.
    var terminating: Task<Void, Never>?
    /// Ends the session, from when that began.
    var leaving: Task<Void, Never>?
    var isLeaving: Bool { leaving != nil }

    var threads = StoreThreads()
    var objects = ObjectTable()
    var book = BreakpointBook()
    var documents = LogDocuments()
    var places = DispatchPlaces()
    var index: Task<SourceIndex, Never>?
    /// The index once it is there, for what cannot wait.
    var knownFiles = AsyncCondition<SourceIndex?>(nil)
    var shapes: [String: ActionSchema.Result] = [:]
    var searches: [Int: Task<Void, Never>] = [:]
    var targets: [Int: DispatchPlaces.Entry] = [:]
    var lastTarget = 0
    var logLimit = RateLimit()
    var console: Task<any DebugConsole, Never>?

    private var main = RequestLane()
    private var talk = RequestLane()
    /// What requests of the main lane caused, until their response is written.
    private var held: [Value]?
    private var asked: [Int64: CheckedContinuation<Value.Object, any Error>] = [:]

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - host: What the program around it does.
    ///   - port: Where the editor is.
    ///   - tap: Where all messages are noted.
    package init(host: AdapterHost, port: AdapterPort, tap: AdapterTap? = nil) {
        (self.host, self.port, self.tap) = (host, port, tap)
        outbox = EditorOutbox(tap: tap, write: port.write) { [ended] in
            port.report(
                "strobe dap: The editor did not read \(EditorOutbox.limit >> 20) MiB of messages. The session ends.")
            ended.update { $0 = true }
        }
    }

    /// Serves the editor until it disconnects.
    ///
    /// - Returns: The status of the process: 0, or 2 if the stream cannot be read.
    package func run() async -> Int32 {
        let reading = Task { await readAll() }
        let leaving = Task {
            _ = await ended.wait(isCancellable: false) { $0 ? true : nil }
            reading.cancel()
        }
        let status = await reading.value
        await leave(keepsChild: false)
        finish()
        await leaving.value
        await outbox.drained()
        return status
    }

    /// Ends `run()`.
    func finish() {
        ended.update { $0 = true }
    }

    private func readAll() async -> Int32 {
        var reader = FrameReader()
        for await bytes in port.input {
            reader.feed(bytes)
            do throws(AdapterError) {
                while let body = try reader.next() { receive(body) }
            } catch {
                port.report("strobe dap: \(error.message)")
                return 2
            }
        }
        if !reader.isBetweenMessages, !isLeaving {
            port.report("strobe dap: The input ended inside a message.")
        }
        return 0
    }

    // MARK: Receiving

    private func receive(_ body: [UInt8]) {
        if let tap, let value = try? JSON.parse(body) { tap.note(value, isOut: false) }
        do throws(AdapterError) {
            switch try EditorMessage(body) {
            case .request(let request): receive(request)
            case .response(let seq, let success, let message, let body):
                let failure = AdapterError(.refused, message ?? "The editor refused it.")
                asked.removeValue(forKey: seq)?.resume(with: success ? .success(body) : .failure(failure))
            case nil: break
            }
        } catch {
            port.report("strobe dap: \(error.message)")
        }
    }

    private func receive(_ request: AdapterRequest) {
        switch request.command {
        case "cancel": cancel(request)
        case "disconnect", "terminate":
            main.current?.task.cancel()
            talk.current?.task.cancel()
            Task { await perform(request, isHolding: false) }
        case "completions": take(talk.add(request), request)
        case "evaluate" where request.arguments.members["context"] == "repl": take(talk.add(request), request)
        default: take(main.add(request), request)
        }
    }

    /// Goes on with a request that a lane has taken; refuses another one.
    private func take(_ isTaken: Bool, _ request: AdapterRequest) {
        guard isTaken else {
            return fail(
                request, AdapterError(.refused, "\(RequestLane.limit) requests wait already. Wait for their answers."))
        }
        goOn()
    }

    /// Begins the next request of each lane that is free.
    private func goOn() {
        if main.current == nil, !main.waiting.isEmpty {
            let request = main.waiting.removeFirst()
            held = []
            main.current = (
                request.seq,
                Task {
                    await perform(request, isHolding: true)
                    main.current = nil
                    goOn()
                }
            )
        }
        if talk.current == nil, !talk.waiting.isEmpty {
            let request = talk.waiting.removeFirst()
            talk.current = (
                request.seq,
                Task {
                    await perform(request, isHolding: false)
                    talk.current = nil
                    goOn()
                }
            )
        }
    }

    private func cancel(_ request: AdapterRequest) {
        do throws(AdapterError) {
            if let seq = try request.arguments.number("requestId") {
                if let waiting = main.remove(seq) ?? talk.remove(seq) {
                    fail(waiting, AdapterError(.cancelled, "The request was cancelled."))
                } else if main.current?.seq == seq {
                    main.current?.task.cancel()
                } else if talk.current?.seq == seq {
                    talk.current?.task.cancel()
                }
            }
            if let id = try request.arguments.text("progressId"), id == Self.startProgress { starting?.cancel() }
            respond(to: request, [:])
        } catch {
            fail(request, error)
        }
    }

    // MARK: Answering

    /// Answers a request, then tells what it caused.
    private func perform(_ request: AdapterRequest, isHolding: Bool) async {
        let notice = Task { [outbox] in
            guard request.command != "evaluate", (try? await Task.sleep(for: .seconds(3))) != nil else { return }
            let text = "No answer to \(request.command) yet. Is the process busy, or stopped by another debugger?\n"
            outbox.post(Self.event("output", ["category": "important", "output": .string(text)]))
        }
        do {
            let body = try await answer(request)
            notice.cancel()
            if let body { respond(to: request, body) }
        } catch {
            notice.cancel()
            fail(request, Task.isCancelled ? CancellationError() : error)
        }
        if isHolding { release() }
        if request.command == "configurationDone" { await configured() }
        if ["disconnect", "terminate"].contains(request.command) { await terminated() }
        if request.command == "disconnect" { finish() }
    }

    /// Tells what was kept back.
    func release() {
        for message in held.take() ?? [] { outbox.post(message) }
    }

    func respond(to request: AdapterRequest, _ body: Value) {
        outbox.post(
            .body([
                "type": "response", "request_seq": .int(request.seq), "command": .string(request.command),
                // Helix takes a body for a mistake where it expects none.
                "success": true, "body": body == [:] ? Value?.none : body,
            ]))
    }

    func fail(_ request: AdapterRequest, _ error: any Error) {
        let known = Self.known(error)
        outbox.post([
            "type": "response", "request_seq": .int(request.seq), "command": .string(request.command),
            "success": false, "message": .string(known.code == .cancelled ? "cancelled" : known.message),
            "body": [
                "error": [
                    "id": 1, "format": .string(known.message.replacing("{", with: "(").replacing("}", with: ")")),
                    "showUser": .bool(known.code != .cancelled),
                ]
            ],
        ])
    }

    /// An error in the words of this module.
    static func known(_ error: any Error) -> AdapterError {
        switch error {
        case let error as AdapterError: error
        case is CancellationError: AdapterError(.cancelled, "The request was cancelled.")
        // The program may have written it.
        case let error as ClientError:
            AdapterError(
                error.code == .cancelled ? .cancelled : .refused, ControlCharacters.escaped(error.message))
        case let error as TreeError: AdapterError(.usage, error.message)
        default: AdapterError(.refused, "\(error)")
        }
    }

    /// Sends an event: behind the response of the request that is being answered, if there is one.
    func emit(_ event: String, _ body: Value) {
        // What is gone has no threads that stop.
        guard terminating == nil || ["output", "exited", "terminated"].contains(event) else { return }
        let message = Self.event(event, body)
        if held == nil {
            // Notifications are wanted by those who read them.
            outbox.post(message, isOutput: event == "output" || event == "strobe/notification")
        } else {
            held?.append(message)
        }
    }

    static func event(_ event: String, _ body: Value) -> Value {
        ["type": "event", "event": .string(event), "body": body]
    }

    /// Writes a text to the console of the editor.
    func say(_ text: String, category: String = "console", source: Value.Object? = nil) {
        // An empty output makes clients fail.
        guard !text.isEmpty else { return }
        var body: Value.Object = ["category": .string(category), "output": .string(text)]
        for (name, value) in source ?? [:] { body[name] = value }
        emit("output", .object(body))
    }

    /// Asks the editor.
    func ask(_ command: String, _ arguments: Value) async throws -> Value.Object {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                let seq = outbox.post(["type": "request", "command": .string(command), "arguments": arguments])
                asked[seq] = continuation
            }
        } onCancel: {
            Task { await self.giveUpAsking() }
        }
    }

    /// Nothing that was asked is waited for any more.
    func giveUpAsking() {
        for continuation in asked.values { continuation.resume(throwing: CancellationError()) }
        asked = [:]
    }
}
