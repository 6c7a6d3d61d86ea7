internal import StrobeTree
internal import Synchronization

/// The environment of one probe: it opens the connections that the probe needs, and closes them all at its end.
final class Bench: Sendable {
    let subject: any Subject
    let options: ConformanceOptions
    let facts: Facts
    let journal: Journal
    private let peers = Mutex<[TriedConnection]>([])

    init(_ subject: any Subject, _ options: ConformanceOptions, _ facts: Facts, _ journal: Journal) {
        self.subject = subject
        self.options = options
        self.facts = facts
        self.journal = journal
    }

    /// A new connection on which nothing has been sent.
    func connect() async throws -> TriedConnection {
        do {
            return try await open()
        } catch let error as ConformanceError {
            throw Finding.failed("The endpoint cannot be opened: \(error.message)")
        }
    }

    /// Opens the first connection of all.
    ///
    /// - Throws: `cannotOpen` if the endpoint cannot be connected to.
    func open() async throws -> TriedConnection {
        let subject = subject
        let opened = try await within(options.timeout) { try await subject.open() }
        guard let opened else { throw Finding.failed("The endpoint did not open within \(options.timeout).") }
        return peer(of: opened)
    }

    /// A peer for a connection that was opened in another way.
    func peer(of opened: OpenedLine) -> TriedConnection {
        let peer = TriedConnection(opened, timeout: options.timeout, journal: journal, schema: options.schema)
        peers.withLock { $0.append(peer) }
        return peer
    }

    /// A connection that the server will refuse.
    ///
    /// There is a pause before each: a server may refuse everybody for a moment when too many handshakes fail.
    func stranger() async throws -> TriedConnection {
        if subject.transport == .tcp { try await Task.sleep(for: .milliseconds(100)) }
        return try await connect()
    }

    /// An open session.
    func session(access: String? = "control") async throws -> TriedConnection {
        let peer = try await connect()
        let hello = try await peer.ask("initialize", initialize(access: access))
        await peer.welcome(hello)
        return peer
    }

    /// The params of `initialize`.
    func initialize(access: String? = "control") -> Value.Object {
        var params: Value.Object = [
            "protocolVersion": 1, "client": ["name": "strobe conformance", "version": "1"],
        ]
        if let access { params["access"] = .string(access) }
        if let token = subject.token { params["token"] = .string(token) }
        return params
    }

    /// The text of an `initialize` request.
    func hello(_ change: (inout Value.Object) -> Void = { _ in }) -> String {
        var params = initialize()
        change(&params)
        return JSON.text(["jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": .object(params)])
    }

    /// Closes all connections.
    func close() async {
        let all = peers.withLock { peers in
            defer { peers = [] }
            return peers
        }
        await withTaskGroup { group in
            for peer in all { group.addTask { await peer.close() } }
        }
    }

    /// The store to read from, for probes that need one.
    func store() throws(Finding) -> Value {
        guard let store = facts.store else { throw .skipped("the endpoint has no store") }
        return .string(store)
    }

    /// The actions to dispatch, for probes that need them.
    func plan() throws(Finding) -> ActionPlan {
        guard let plan = facts.plan else { throw .skipped(facts.planReason) }
        return plan
    }

    /// The params of a dispatch.
    ///
    /// - Parameter number: The index of the action, modulo their number.
    func dispatch(_ number: Int = 0) throws(Finding) -> Value.Object {
        let plan = try plan()
        return [
            "store": .string(plan.store), "action": plan.actions[number % plan.actions.count], "origin": "script",
        ]
    }

    /// The params of a dry run.
    func dryRun(_ number: Int = 0) throws(Finding) -> Value.Object {
        let plan = try plan()
        return ["store": .string(plan.store), "action": plan.actions[number % plan.actions.count], "dryRun": true]
    }

    /// Dispatches a number of actions, each after the answer to the previous one.
    ///
    /// - Returns: The results.
    @discardableResult
    func dispatch(times count: Int, _ peer: TriedConnection) async throws -> [Value.Object] {
        var results: [Value.Object] = []
        for number in 0..<count {
            results.append(try await peer.ask("action/dispatch", try dispatch(number)))
        }
        return results
    }
}
