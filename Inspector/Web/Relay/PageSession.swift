import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree
import Synchronization

/// The session of one page: its requests go to the program, and the program's events come back in batches.
final class PageSession: Sendable {
    /// The most requests at a time.
    static let mostRequests = 64
    /// The most bytes of an answer.
    private static let mostBytes = 16 << 20
    /// How long an answer may take: long, since a recording is replayed from its last whole state.
    private static let patience = Duration.seconds(600)
    /// How long events are gathered.
    private static let gathering = Duration.milliseconds(50)

    private struct State {
        var opening: Task<Connected?, Never>?
        var requests: [Int: Task<Void, Never>] = [:]
        var last = 0
        var batch = EventBatch()
        /// Sends batches, one after the other, until there is nothing to send.
        var flushing: Task<Void, Never>?
        var lastFlush: ContinuousClock.Instant?
        var schemas: [String: ActionSchema.Result] = [:]
        var hasEnded = false
    }

    /// The connections of a session, each of which answers one request after the other.
    struct Connected: Sendable {
        /// For what is answered at once, and the events.
        var quick: DebugClient
        /// For states and changes: those of old transitions are replayed.
        var states: DebugClient
        /// For what may take long.
        var long: DebugClient
        var opened: Initialize.Result

        /// The one for a request.
        func client(for request: PageRequest) -> DebugClient {
            if RelayedMethods.long.contains(request.method) || request.params["filter"] != nil { return long }
            return RelayedMethods.states.contains(request.method) || request.params["changes"] == true ? states : quick
        }
    }

    private let target: WebTarget
    private let key: String
    private let link: @Sendable () -> String
    private let writer: SocketWriter
    private let state = Mutex(State())

    init(_ target: WebTarget, key: String, link: @escaping @Sendable () -> String, _ writer: SocketWriter) {
        (self.target, self.key, self.link, self.writer) = (target, key, link, writer)
    }

    // MARK: - Beginning and end

    /// Connects; requests wait for it.
    func start() {
        let opening = Task { await connect() }
        state.withLock { $0.opening = opening }
    }

    /// Ends everything that the page asked for.
    func end() {
        let (opening, requests) = state.withLock { state in
            state.hasEnded = true
            return (state.opening, state.requests.values)
        }
        opening?.cancel()
        requests.forEach { $0.cancel() }
        Task {
            guard let connected = await opening?.value else { return }
            for client in [connected.long, connected.states, connected.quick] { await client.close() }
        }
    }

    private func connect() async -> Connected? {
        var clients: [DebugClient] = []
        do {
            let (quick, opened) = try await session()
            clients = [quick]
            for _ in 0..<2 { clients.append(try await session().0) }
            Task { await relayEvents(of: quick) }
            return Connected(quick: quick, states: clients[1], long: clients[2], opened: opened)
        } catch {
            for client in clients { await client.close() }
            send(["method": "web/ended", "params": ["message": .string(InspectorError(any: error).message)]])
            writer.close(1001)
            return nil
        }
    }

    private func session() async throws -> (DebugClient, Initialize.Result) {
        let client = try await target.connect()
        do {
            let party = Initialize.Party(name: "strobe web", version: Version.current)
            return (client, try await client.initialize(client: party, access: target.access))
        } catch {
            await client.close()
            throw error
        }
    }

    // MARK: - Events

    private func relayEvents(of client: DebugClient) async {
        for await event in client.undecodedEvents {
            // Entries come by the thousand, and go on as they are.
            if case .unknown(LogAppended.method, let params) = event {
                if EntryNames.isEntry(params["entry"]) { gather(entry: params) }
                continue
            }
            switch event.decoded() {
            case .notification(let notification, let params):
                state.withLock { $0.batch.add(type(of: notification).method, params) }
                flushSoon()
            case .dropped:
                state.withLock { $0.batch.lag() }
                flushSoon()
            case .closed(let error):
                _ = await state.withLock({ $0.flushing })?.value
                send(["method": "web/ended", "params": ["message": .string(error.message)]])
                writer.close(1001)
            case .unknown, .serverError, .malformed: break
            }
        }
    }

    private func gather(entry params: Value.Object) {
        state.withLock { state in
            guard case .string(let store)? = params["store"] else { return }
            let schema = state.schemas[store]?.schema
            state.batch.add(LogAppended.method, EntryNames.named(params, schema: schema))
        }
        flushSoon()
    }

    /// One task sends, so that no batch overtakes another.
    private func flushSoon() {
        state.withLock { state in
            guard state.flushing == nil else { return }
            state.flushing = Task {
                while let batch = await self.nextBatch() { self.writer.write(batch.message()) }
            }
        }
    }

    /// What has been gathered; `nil` if that is nothing, after which another task may send.
    private func nextBatch() async -> EventBatch? {
        let last = state.withLock { $0.lastFlush }
        // The first event after a while goes at once.
        try? await Task.sleep(until: last.map { $0 + Self.gathering } ?? .now)
        // A page that is behind gets what is left out of a burst, once it has taken the rest.
        while !writer.isFree && !hasEnded { try? await Task.sleep(for: Self.gathering) }
        return state.withLock { state -> EventBatch? in
            guard !state.batch.isEmpty, !state.hasEnded else {
                state.flushing = nil
                return nil
            }
            let batch = state.batch
            state.batch = EventBatch()
            state.lastFlush = .now
            return batch
        }
    }

    private var hasEnded: Bool { state.withLock { $0.hasEnded } }

    private func send(_ value: Value) { writer.write(Self.json(value)) }

    private static func json(_ value: Value) -> [UInt8] {
        var bytes: [UInt8] = []
        JSON.write(value.forPage, into: &bytes)
        return bytes
    }

    // MARK: - Requests

    /// Answers a message of the page.
    func receive(_ text: String) {
        let request: PageRequest
        do {
            request = try PageRequest(text)
        } catch {
            return writer.close(1008)
        }
        let isTaken = state.withLock { state in
            guard state.requests.count < Self.mostRequests, !state.hasEnded else { return false }
            state.last += 1
            let number = state.last
            state.requests[number] = Task {
                await self.answer(request)
                self.state.withLock { _ = $0.requests.removeValue(forKey: number) }
            }
            return true
        }
        if !isTaken {
            refuse(request, ProtocolError(.tooLarge, "The page has \(Self.mostRequests) requests under way. Wait."))
        }
    }

    private func refuse(_ request: PageRequest, _ error: ProtocolError) {
        send(["id": .int(request.id), "error": .object(error.members)])
    }

    private func answer(_ request: PageRequest) async {
        guard let connected = await state.withLock({ $0.opening })?.value else { return }
        do {
            let result = try await result(of: request, connected)
            let bytes = Self.json(["id": .int(request.id), "result": result])
            guard bytes.count <= Self.mostBytes else {
                throw ProtocolError(
                    .tooLarge,
                    "The answer has \(NumberText.bytes(bytes.count)); a page gets \(NumberText.bytes(Self.mostBytes)) at most. Ask for a part."
                )
            }
            writer.write(bytes)
        } catch let error as ProtocolError {
            refuse(request, error)
        } catch let error as ClientError {
            refuse(request, error.serverError ?? ProtocolError(.internalError, error.message))
        } catch {
            refuse(request, ProtocolError(.internalError, InspectorError(any: error).message))
        }
    }

    private func result(of request: PageRequest, _ connected: Connected) async throws -> Value {
        switch request.method {
        case "web/opened": return try await opened(connected)
        case "web/report": return try await SavedReport(request.params).answer(of: target)
        case "web/link": return ["link": .string(link())]
        case "web/parse": return try await NotationRequest(request.params).parsed(by: schema(connected))
        case "web/complete": return try await NotationRequest(request.params).completed(by: schema(connected))
        default: break
        }
        let isAllowed = RelayedMethods.allows(
            request.method, dryRun: request.params["dryRun"] == true, control: connected.opened.access == .control)
        guard isAllowed else { throw Self.refusal(of: request.method) }
        let answer = try await connected.client(for: request).request(
            method: request.method, params: .object(request.params), timeout: Self.patience)
        guard case .object(let object) = answer, request.method.hasPrefix("log/") || request.method == "state/blame"
        else { return answer }
        var schema: Schema?
        if case .string(let store)? = request.params["store"] { schema = await self.schema(connected)(store)?.schema }
        return .object(EntryNames.named(object, schema: schema))
    }

    private static func refusal(of method: String) -> ProtocolError {
        RelayedMethods.changing.contains(method)
            ? ProtocolError(
                .readOnly,
                "This page may only look. Start `strobe web` with --control, in a program that grants it, to change something."
            )
            : ProtocolError(.readOnly, "A page may not use \(method.prefix(80)). Use the prompt: `strobe attach`.")
    }

    /// Looks up the shapes of a store's values; they are requested once.
    private func schema(_ connected: Connected) -> @Sendable (String) async -> ActionSchema.Result? {
        { [self] store in
            if let known = state.withLock({ $0.schemas[store] }) { return known }
            let found = try? await connected.quick.send(ActionSchema(store: store))
            state.withLock { $0.schemas[store] = found }
            return found
        }
    }

    /// What a page shows first.
    private func opened(_ connected: Connected) async throws -> Value {
        let stores = try await connected.quick.send(StoreList()).stores
        let schema = schema(connected)
        let encoder = MessageEncoder()
        var described: [Value] = []
        for store in stores {
            guard case .object(var object) = try encoder.encode(store) else { continue }
            if let shapes = await schema(store.id) {
                object["actionSchema"] = try encoder.encode(shapes.schema)
                if let state = shapes.state { object["schema"] = try encoder.encode(state) }
            }
            described.append(.object(object))
        }
        let opened = connected.opened
        return [
            "key": .string(key), "process": try encoder.encode(opened.process),
            "access": .string(opened.access.rawValue), "isRecording": .bool(target.isRecording),
            "redaction": .array((target.redaction ?? opened.redaction ?? []).map(Value.string)),
            "generator": .string("strobe \(Version.current)"), "stores": .array(described),
        ]
    }
}
