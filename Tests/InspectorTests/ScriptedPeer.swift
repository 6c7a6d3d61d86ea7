import StrobeClient
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Synchronization
import WireTesting

/// A peer that answers as a test configures it: a counter with its history.
actor ScriptedPeer {
    private let connection: any Connection
    var states: [Value] = [["count": 0, "mode": "idle"]]
    var actions: [Value] = []
    /// The causes of entries that are results of effects.
    var causes: [Int: Int] = [:]
    /// The bookmarks.
    var bookmarks: [Bookmark] = []
    /// The first state still in the log.
    private(set) var firstKept = 0

    func keep(from seq: Int) {
        firstKept = seq
    }

    /// Whether it has the schemas of its actions and states.
    private var hasShapes = true

    func forgetShapes() {
        hasShapes = false
    }

    var branches: [BranchDescription] = []
    private var subscriptions: [(id: String, events: [Subscribe.Event])] = []
    private(set) var effects: [RunningEffectDescription] = []
    /// The maximum number of effects in a list.
    private var effectLimit = Int.max
    /// The action being reduced and the queued ones; such a store cannot be replayed.
    private var suspension: (pending: PendingDescription, queued: QueueDescription?)?
    /// The divergence of the counter.
    private var divergence: DivergenceDescription?
    private var isReplaying = true
    /// The gate before the counter's reducer.
    var gate = ScriptedGate()
    /// The methods whose requests are never answered.
    private var silent: Set<String> = []
    /// All requests in order, as `method params`.
    private(set) var requests: [String] = []
    private var watchers: [(method: String, continuation: CheckedContinuation<Void, Never>)] = []

    static let schema = Schema.choice(
        type: "CounterAction",
        cases: [
            .init(name: "reset"), .init(name: "increment", payload: [.init(name: "by", schema: .scalar(.int))]),
        ])

    static let stateSchema = Schema.object(
        type: "Counter",
        fields: [
            .init(name: "count", schema: .scalar(.int)),
            .init(name: "mode", schema: .choice(type: "Mode", cases: [.init(name: "idle"), .init(name: "busy")])),
        ])

    private init(_ connection: any Connection) {
        self.connection = connection
    }

    /// A client connected to a peer.
    static func pair() async -> (DebugClient, ScriptedPeer) {
        let (near, far) = MemoryConnection.pair()
        let peer = ScriptedPeer(far)
        Task { await peer.serve() }
        return (DebugClient(connection: TappedConnection.tapping(near)), peer)
    }

    func ignore(_ method: String) {
        silent.insert(method)
    }

    /// Adds running effects, until they are cancelled.
    ///
    /// - Parameter limit: The maximum number in a list.
    func run(_ effects: [RunningEffectDescription], limit: Int = .max) {
        self.effects = effects
        effectLimit = limit
    }

    /// Suspends the counter's reducer, with queued actions.
    func suspend(_ pending: PendingDescription, queued: QueueDescription? = nil) {
        suspension = (pending, queued)
    }

    /// Waits for a request of a method.
    func waitForRequest(_ method: String) async {
        if requests.contains(where: { $0.hasPrefix(method + " ") }) { return }
        await withCheckedContinuation { watchers.append((method, $0)) }
    }

    /// Makes the counter diverge from its replay.
    ///
    /// - Parameter isReported: Whether clients are notified.
    func diverge(_ divergence: DivergenceDescription, isReported: Bool = true) async throws {
        (self.divergence, isReplaying) = (divergence, false)
        if isReported { await send(try .notification(HistoryDiverged(store: "counter", divergence))) }
    }

    /// Notifies that the counter was added.
    func announce() async throws {
        await send(try .notification(StoreAdded(store: description)))
    }

    func close() async {
        await connection.close()
    }

    private func serve() async {
        while let line = try? await connection.nextLine() {
            guard let envelope = try? Envelope.decode(line) else { return }
            switch envelope {
            case .request(let id, let method, let params):
                note(method, params)
                guard !silent.contains(method) else { continue }
                await send(await answer(method, params, id))
            case .notification(let method, let params): note(method, params)
            default: break
            }
        }
    }

    private func note(_ method: String, _ params: Value.Object) {
        requests.append("\(method) \(JSON.text(.object(params)))")
        for watcher in watchers where watcher.method == method { watcher.continuation.resume() }
        watchers.removeAll { $0.method == method }
    }

    private func send(_ envelope: Envelope) async {
        try? await connection.write(envelope.encode())
    }

    /// Sends a notification to all subscribers of an event.
    func notify<N: ProtocolNotification>(_ event: Subscribe.Event, _ notification: (String) -> N) async throws {
        for (id, events) in subscriptions where events.contains(event) {
            await send(try .notification(notification(id)))
        }
    }

    /// The seq of the last transition.
    var seq: Int { actions.count }

    private func answer(_ method: String, _ params: Value.Object, _ id: RequestID) async -> Envelope {
        do {
            return try await result(method, params, id)
        } catch let error as ProtocolError {
            return .failure(id: id, error)
        } catch {
            return .failure(id: id, ProtocolError(.internalError, String(describing: error)))
        }
    }

    private var description: StoreDescription {
        StoreDescription(
            id: "counter", name: "counter", stateType: "Counter", actionType: "CounterAction", kind: "reducer",
            seq: actions.count, firstSeq: 0, paused: gate.isPaused,
            capabilities: .init(dispatch: true, replay: suspension == nil && isReplaying, jump: true, gate: true),
            pending: suspension?.pending,
            queued: suspension?.queued,
            history: HistoryDescription(bytes: 1, budgetBytes: 2, checkpoints: 3, divergence: divergence))
    }

    private var other: StoreDescription {
        var other = description
        (other.id, other.name) = ("currency", "currency")
        (other.history, other.capabilities.replay) = (nil, true)
        return other
    }

    /// Refuses a request for a store at another seq.
    private func check(_ ifSeq: Int?) throws {
        if let ifSeq, ifSeq != actions.count {
            throw ProtocolError(
                .stale, "The store is at \(actions.count), not at \(ifSeq).",
                data: ["ifSeq": .int(Int64(ifSeq)), "seq": .int(Int64(actions.count))])
        }
    }

    private func result(_ method: String, _ params: Value.Object, _ id: RequestID) async throws -> Envelope {
        switch method {
        case Initialize.method:
            return try .result(
                id: id,
                of: Initialize.Result(
                    protocolVersion: 1, server: .init(name: "peer", version: "1"),
                    process: .init(pid: 7, name: "peer", startedAt: 0), session: "1", access: .control, limits: .init(),
                    capabilities: .init(methods: [], events: []), stores: [description, other]))
        case Ping.method: return try .result(id: id, of: Empty())
        case StoreList.method: return try .result(id: id, of: StoreList.Result(stores: [description, other]))
        case StoreDescribe.method: return try .result(id: id, of: description)
        case ActionSchema.method:
            return try .result(
                id: id,
                of: hasShapes
                    ? ActionSchema.Result(schema: Self.schema, state: Self.stateSchema)
                    : ActionSchema.Result(schema: .unknown(type: "Action"), state: nil))
        case StateGet.method:
            let request = try StateGet(params: params)
            let (seq, state) = try state(request.at)
            let path = request.path ?? .root
            guard let value = state.value(at: path) else {
                throw ProtocolError(.noSuchPath, "There is nothing at \(path.pointer)", data: ["path": ""])
            }
            return try .result(id: id, of: StateGet.Result(seq: seq, value: value))
        case StateTree.method:
            let request = try StateTree(params: params)
            let (seq, state) = try state(request.at)
            guard case .object(let members) = state else { throw ProtocolError(.internalError, "no object") }
            if let path = request.path, !path.isRoot {
                guard let value = state.value(at: path) else {
                    throw ProtocolError(.noSuchPath, "There is nothing at \(path.pointer)", data: ["path": ""])
                }
                let node = TreeNode(
                    name: path.tokens.last ?? "", path: path, kind: .scalar, type: "Int", value: value)
                return try .result(id: id, of: StateTree.Result(seq: seq, node: node))
            }
            let children = members.map { member in
                TreeNode(
                    name: member.key, path: Path([member.key]), kind: .scalar,
                    type: member.key == "count" ? "Int" : "String", value: member.value)
            }
            let node = TreeNode(name: "", path: .root, kind: .object, type: "Counter", count: 2, children: children)
            return try .result(id: id, of: StateTree.Result(seq: seq, node: node))
        case StateDiff.method:
            let request = try StateDiff(params: params)
            let (from, old) = try state(request.from)
            let (to, new) = try state(request.to)
            return try .result(id: id, of: StateDiff.Result(from: from, to: to, changes: changes(old, new)))
        case LogList.method:
            let request = try LogList(params: params)
            if let name = request.branch {
                _ = try branch(name)
                let entries = branchEntries.filter { $0.seq >= request.from ?? 1 && $0.seq <= request.to ?? .max }
                return try .result(id: id, of: LogList.Result(seq: 2, entries: entries))
            }
            let first = request.from ?? max(actions.count - (request.limit ?? 100) + 1, 1)
            let last = min(request.to ?? actions.count, actions.count)
            var entries = first <= last ? (first...last).map(entry) : []
            if request.changes == true {
                for place in entries.indices {
                    let seq = entries[place].seq
                    entries[place].changes = changes(states[seq - 1], states[seq])
                }
            }
            return try .result(id: id, of: LogList.Result(seq: actions.count, entries: entries))
        case LogGet.method:
            let request = try LogGet(params: params)
            if request.branch != nil {
                return try .result(id: id, of: LogGet.Result(entry: branchEntries[request.seq - 2], changes: []))
            }
            let seq = request.seq
            return try .result(
                id: id, of: LogGet.Result(entry: entry(seq), changes: changes(states[seq - 1], states[seq])))
        case ActionDispatch.method: return try await dispatch(try ActionDispatch(params: params), id)
        case HistoryJump.method:
            let request = try HistoryJump(params: params)
            try check(request.ifSeq)
            let seq = request.seq
            let before = states[states.count - 1]
            append("restore", states[seq])
            return try .result(
                id: id, of: HistoryJump.Result(seq: actions.count, changes: changes(before, states[seq])))
        case HistoryVerify.method:
            let request = try HistoryVerify(params: params)
            let (from, to) = (request.from ?? 1, request.to ?? actions.count)
            return try .result(
                id: id, of: HistoryVerify.Result(seq: to, from: from, checked: to - from + 1, divergence: divergence))
        case HistoryReplay.method:
            isReplaying = try HistoryReplay(params: params).on
            if isReplaying { divergence = nil }
            return try .result(
                id: id,
                of: HistoryReplay.Result(
                    replay: isReplaying, seq: actions.count, firstSeq: isReplaying ? actions.count : 0))
        case HistoryReset.method:
            let before = states[states.count - 1]
            append("restore", states[0])
            return try .result(
                id: id, of: HistoryReset.Result(seq: actions.count, changes: changes(before, states[0])))
        case HistoryCommit.method:
            let seq = try HistoryCommit(params: params).seq ?? actions.count
            return try .result(id: id, of: HistoryCommit.Result(seq: actions.count, firstSeq: seq))
        case EffectList.method:
            let more = effects.count - effectLimit
            return try .result(
                id: id,
                of: EffectList.Result(effects: Array(effects.prefix(effectLimit)), more: more > 0 ? more : nil))
        case EffectCancel.method:
            let effect = try EffectCancel(params: params).id
            let wasRunning = effects.contains { $0.id == effect }
            effects.removeAll { $0.id == effect }
            return try .result(id: id, of: EffectCancel.Result(cancelled: wasRunning))
        case GraphGet.method:
            let request = try GraphGet(params: params)
            guard request.path != Path(["count"]) else {
                throw ProtocolError(
                    .invalidParams, "no enum", data: ["path": "/path", "candidates": ["/mode", "/a b"]])
            }
            var graph = GraphRenderingTests.turnstile
            (graph.seq, graph.firstSeq) = (request.to ?? actions.count, (request.from ?? 1) - 1)
            graph.path = request.path ?? .root
            return try .result(id: id, of: graph)
        case Subscribe.method:
            let request = try Subscribe(params: params)
            subscriptions.append((String(subscriptions.count + 1), request.events))
            return try .result(
                id: id, of: Subscribe.Result(subscription: String(subscriptions.count), seq: actions.count))
        case Unsubscribe.method:
            let request = try Unsubscribe(params: params)
            subscriptions.removeAll { $0.id == request.subscription }
            return try .result(id: id, of: Empty())
        default:
            if let answer = try await gateAnswer(method, params, id) { return answer }
            if let answer = try await edit(method, params, id) { return answer }
            if let answer = try question(method, params, id) { return answer }
            if let answer = try branchAnswer(method, params, id) { return answer }
            throw ProtocolError(.methodNotFound, "There is no method \(method).")
        }
    }

    func dispatch(_ request: ActionDispatch, _ id: RequestID) async throws -> Envelope {
        try check(request.ifSeq)
        let (_, changes) = try outcome(of: request.action)
        guard request.dryRun != true else {
            return try .result(
                id: id,
                of: ActionDispatch.Result(seq: actions.count, changed: !changes.isEmpty, changes: changes, effects: []))
        }
        if let held = try await hold(request.action, origin: request.origin ?? "inspector") {
            return try .result(
                id: id,
                of: ActionDispatch.Result(seq: actions.count, changed: false, changes: [], effects: [], held: held))
        }
        return try .result(id: id, of: try await reduce(request.action))
    }

    /// The state after an action, and the changes.
    func outcome(of action: Value) throws -> (state: Value, changes: [Change]) {
        guard case .object(var members) = states[states.count - 1], case .int(let count)? = members["count"] else {
            throw ProtocolError(.internalError, "no counter")
        }
        if action == "reset" {
            members["count"] = 0
        } else if case .int(let step)? = action.value(at: Path(["increment", "by"])) {
            members["count"] = .int(count + step)
            if step > 100 { members["mode"] = "busy" }
        } else {
            throw ProtocolError(.undecodableAction, "That is no action.", data: ["path": ""])
        }
        return (.object(members), changes(states[states.count - 1], .object(members)))
    }

    /// Reduces an action, and notifies subscribers.
    func reduce(_ action: Value) async throws -> ActionDispatch.Result {
        let (state, changes) = try outcome(of: action)
        append(action, state)
        for (subscription, events) in subscriptions {
            if events.contains(.log) {
                await send(
                    try .notification(
                        LogAppended(subscription: subscription, store: "counter", entry: entry(actions.count))))
            }
            if events.contains(.state) {
                await send(
                    try .notification(
                        StateChanged(
                            subscription: subscription, store: "counter", fromSeq: actions.count - 1,
                            seq: actions.count, changes: changes)))
            }
        }
        return ActionDispatch.Result(
            seq: actions.count, changed: !changes.isEmpty, changes: changes,
            effects: [EffectDescription(label: ".save")])
    }

    func append(_ action: Value, _ state: Value) {
        actions.append(action)
        states.append(state)
    }

    func entry(_ seq: Int) -> LogEntry {
        let action = actions[seq - 1]
        let cause = causes[seq]
        return LogEntry(
            seq: seq, time: 0, action: action, label: Literal.text(action, schema: Self.schema),
            origin: cause == nil ? "inspector" : "effect", cause: cause, afterMicros: cause.map { _ in 1_200_000 },
            changed: true, durationNanos: cause.map { _ in 20_000_000 })
    }

    func state(_ position: Position?) throws -> (Int, Value) {
        if case .branch(let name, let seq)? = position {
            let seq = try seq ?? branch(name).seq
            return (seq, states[seq])
        }
        guard case .seq(let seq)? = position else { return (actions.count, states[actions.count]) }
        guard states.indices.contains(seq) else { throw ProtocolError(.seqEvicted, "There is no seq \(seq).") }
        return (seq, states[seq])
    }

    func changes(_ old: Value, _ new: Value) -> [Change] {
        guard case .object(let a) = old, case .object(let b) = new else { return [] }
        return a.compactMap { member in
            b[member.key] == member.value
                ? nil : Change(.replace, Path([member.key]), value: b[member.key], old: member.value)
        }
    }
}
