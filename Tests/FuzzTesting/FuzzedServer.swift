internal import Logging
internal import Strobe
internal import StrobeProtocol
internal import StrobeServer
internal import StrobeTransport
internal import StrobeTree
internal import Synchronization

/// One session with a server of its own.
struct FuzzedServer {
    private struct Counter: Codable, Sendable, Equatable {
        var count = 0
        var label = "demo"
        var items: [Int] = [1, 2, 3]
    }

    private enum CounterAction: Codable, Sendable {
        case reset
        case increment(by: Int)
        case rename(String)
    }

    private typealias CounterStore = Store<Counter, CounterAction, Never>

    /// The maximum number of lines of an input that are sent.
    private static let maxLines = 40
    /// Much longer than any answer takes.
    private static let deadline = Duration.seconds(60)

    private let connection: MemoryConnection
    private var answers: [RequestID: Int] = [:]
    private var successes: [RequestID: [Value]] = [:]
    private var failuresWithoutID = 0

    private init(_ connection: MemoryConnection) {
        self.connection = connection
    }

    /// Sends the lines of an input in a session with control, and checks what is received: the input was understood if
    /// a line was answered with success.
    ///
    /// - Throws: `FuzzFinding`.
    static func talk(_ input: [UInt8]) async throws -> FuzzOutcome {
        let store = CounterStore(initial: Counter()) { state, action in
            switch action {
            case .reset: state.count = 0
            case .increment(let step): state.count &+= step
            case .rename(let label): state.label = label
            }
        }
        let server = DebugServer(
            configuration: .init(access: .control, discovery: false, handshakeTimeout: deadline),
            logger: Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() }))
        server.add(store, id: "counter")
        let (here, there) = MemoryConnection.pair(capacity: 1 << 22)
        here.setLineLimit(64 << 20)
        let serving = Task { await server.serve(there) }
        let isLate = Atomic<Bool>(false)
        let watch = Task {
            guard (try? await Task.sleep(for: deadline)) != nil else { return }
            isLate.store(true, ordering: .relaxed)
            await here.close()
        }
        defer { watch.cancel() }
        var client = FuzzedServer(here)
        // A line with a carriage return only is empty, so it is not a message.
        let lines = input.split(separator: 0x0A).filter { $0 != [0x0D] }.prefix(maxLines).map(Array.init)
        do {
            try await client.talk(lines, with: store)
            await server.stop()
            await serving.value
            return client.successes.keys.contains { !$0.isOwn } ? .understood() : .refused
        } catch {
            await here.close()
            await server.stop()
            if isLate.load(ordering: .relaxed) { throw FuzzFinding("no answer came within \(deadline): \(error)") }
            throw error
        }
    }

    // MARK: The session

    private mutating func talk(_ lines: [[UInt8]], with store: CounterStore) async throws {
        try await ask("fuzz-initialize", Initialize(client: .init(name: "fuzz", version: "1"), access: .control))
        var expected: [RequestID: Int] = [:]
        var methods: [RequestID: [String]] = [:]
        var withoutID = 0
        var ends = false
        for line in lines {
            do {
                try await connection.write(line + [0x0A])
            } catch {
                // A session that was asked to end accepts nothing any more.
                guard ends else { throw error }
                break
            }
            do throws(ProtocolError) {
                guard case .request(let id, let method, _) = try Envelope.decode(line) else { continue }
                expected[id, default: 0] += 1
                methods[id, default: []].append(method)
                if method == Shutdown.method { ends = true }
            } catch {
                if let id = error.id {
                    expected[id, default: 0] += 1
                } else if error.code != .invalidParams {
                    // A notification is not answered, whatever its params.
                    withoutID += 1
                }
            }
        }
        if !ends {
            try await ask("fuzz-ping", Ping())
            let description = try await ask("fuzz-describe", StoreDescribe(store: "counter"))
            while answers.filter({ !$0.key.isOwn }) != expected || failuresWithoutID < withoutID {
                guard try await next() else {
                    throw FuzzFinding("the session ended with \(expected) expected and \(answers) answered")
                }
            }
            try check(description, store, methods)
        }
        connection.endOutput()
        while try await next() {}
        for (id, count) in answers where !id.isOwn {
            try FuzzFinding.unless(
                count <= expected[id, default: 0],
                "\(id) was answered \(count) times, and asked \(expected[id, default: 0])")
        }
        try FuzzFinding.unless(failuresWithoutID <= withoutID, "there are more errors without id than there were lines")
    }

    /// Sends a request of the test itself and waits for its answer.
    @discardableResult
    private mutating func ask(_ name: String, _ request: some Request) async throws -> Value {
        let id = RequestID.string(name)
        try await connection.write(Envelope.request(id: id, request).encode())
        while answers[id] == nil {
            guard try await next() else { throw FuzzFinding("\(name) was not answered") }
        }
        guard let value = successes[id]?.first else { throw FuzzFinding("\(name) failed") }
        return value
    }

    /// Receives the next line; returns whether there was one.
    private mutating func next() async throws -> Bool {
        guard let line = try await connection.nextLine() else { return false }
        switch try Envelope.decode(line) {
        case .result(let id, let value):
            answers[id, default: 0] += 1
            successes[id, default: []].append(value)
        case .failure(let id?, let error):
            answers[id, default: 0] += 1
            try FuzzFinding.unless(error.code != .internalError, "an internal error: \(error.message)")
        case .failure(nil, _): failuresWithoutID += 1
        case .notification: break
        case .request: throw FuzzFinding("the server sent a request")
        }
        return true
    }

    // MARK: The store

    /// The methods that can change the store.
    private static let changing = Set(MethodRegistry.requests.filter { $0.access == .control }.map { $0.method })

    private func check(
        _ description: Value, _ store: CounterStore, _ methods: [RequestID: [String]]
    ) throws(FuzzFinding) {
        let changes = methods.filter { id, methods in
            successes[id] != nil && methods.contains { Self.changing.contains($0) }
        }
        if changes.isEmpty {
            try FuzzFinding.unless(
                description.value(at: Path(["seq"])) == 0 && store.state == Counter(),
                "nothing that changes the store was answered with success, but it is \(JSON.text(description))")
        }
        guard changes.values.joined().allSatisfy({ $0 == ActionDispatch.method || !Self.changing.contains($0) }) else {
            return
        }
        let most = changes.keys.reduce(0) { $0 + (successes[$1]?.count ?? 0) }
        guard case .int(let seq)? = description.value(at: Path(["seq"])) else { return }
        try FuzzFinding.unless(
            seq <= most, "\(most) dispatches were answered with success, but the store stands at \(seq)")
    }
}

extension RequestID {
    /// Whether it is the id of a request of the test itself.
    fileprivate var isOwn: Bool {
        if case .string(let text) = self { text.hasPrefix("fuzz-") } else { false }
    }
}
