public import StrobeHistory
public import Logging
public import Strobe
internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTransport
internal import Synchronization

/// A server through which clients inspect the stores of this program and, if granted, change them.
///
///     let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
///     let server = DebugServer(configuration: .init(access: .control))
///     server.add(store, id: "counter")
///     try await server.start(on: [.unix(path: path)])  // without, in the user's runtime directory
///
/// A server that was not started costs the stores nothing: they are logged from `start` or `serve` on.
public final class DebugServer: Sendable {
    /// The settings and limits of this server.
    public let configuration: Configuration
    let logger: Logger
    let handshakes: HandshakeGuard
    let state = AsyncCondition(State())
    /// How many transitions clients were too slow to receive.
    let missed = Atomic<Int>(0)

    struct State: Sendable {
        var hosted: [Hosted] = []
        var sessions: [String: ClientSession] = [:]
        var lastSession = 0
        /// Every connection that is served, including those before `initialize`.
        var connections: [Int: any Connection] = [:]
        var lastConnection = 0
        /// The connections that have not sent `initialize`.
        var waiting: Set<Int> = []
        var lastHosted = 0
        var listeners: [Listener] = []
        var accepting: [Task<Void, Never>] = []
        /// The task that serves the standard streams, if they are served.
        var streams: Task<Void, Never>?
        var discovery: DiscoveryFile?
        /// The token that TCP clients must present; it is written in the discovery file and nowhere else.
        var token = AccessToken()
        /// The recorders of all stores.
        var recorders: [FlightRecorder] = []
        /// Waits for the signal that requests the server.
        var signalWatch: SignalWatch?
        var isStartingOnSignal = false
        var isActive = false
        var isStopped = false
    }

    /// A store of this server; it has subscriptions while the server is active.
    struct Hosted: Sendable {
        let number: Int
        let id: String
        /// Whether its subscriptions are being created.
        var isActivating = false
        let makeTarget: @Sendable () -> (any AnyInspectedStore)?
        var feed: StoreSubscriptions?
    }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The settings and limits.
    ///   - logger: Where sessions and refusals are logged; by default, refusals go to standard error.
    public init(configuration: Configuration = Configuration(), logger: Logger? = nil) {
        self.configuration = configuration
        self.logger = logger ?? ServerProcess.quietLogger
        handshakes = HandshakeGuard(limit: configuration.handshakeFailureLimit, clock: configuration.clock)
    }

    // MARK: Stores

    /// Adds a store without keeping it alive; an earlier one with the same id is removed.
    ///
    /// - Parameters:
    ///   - store: The store. Servers and recorders of the same store share its history.
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - history: How much its history keeps; by default, as in the configuration.
    public func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String? = nil, history: HistoryOptions? = nil
    ) {
        add(store, id: id, name: name, as: nil, history)
    }

    /// Adds a store whose actions are of many types behind one protocol.
    ///
    ///     protocol WidgetAction: Sendable {}
    ///     struct RefreshWidgets: WidgetAction, Codable {}
    ///     let store = Store(initial: 0) { (refreshes: inout Int, action: any WidgetAction) in
    ///         if action is RefreshWidgets { refreshes += 1 }
    ///     }
    ///     server.add(store, id: "widgets", actions: [RefreshWidgets.self])
    ///
    /// Clients dispatch `"RefreshWidgets"`, and `{"NAME": payload}` for a type with a payload. Actions of other types
    /// are shown in the log, but clients cannot dispatch them.
    ///
    /// - Parameters:
    ///   - store: The store. Servers and recorders of the same store share its history.
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - actions: The types that clients may dispatch, in the order in which they are listed. Types of the same name
    ///     are distinguished by the types they are nested in.
    ///   - history: How much its history keeps; by default, as in the configuration.
    public func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String? = nil,
        actions: [any (Codable & Sendable).Type], history: HistoryOptions? = nil
    ) {
        add(store, id: id, name: name, as: RegisteredActions(actions), history)
    }

    private func add<State: Sendable, Action: Sendable, Effect: Sendable>(
        _ store: Store<State, Action, Effect>, id: String, name: String?, as actions: (any ActionForm<Action>)?,
        _ history: HistoryOptions?
    ) {
        let (limits, options) = (configuration.limits, configuration.options(history))
        host(id) { [weak store] in
            store.map {
                InspectedStore(
                    adapter: NativeStoreAdapter($0, id: id, name: name ?? id, options: options), limits: limits,
                    actions: actions)
            }
        }
    }

    /// Adds an asynchronous store, without keeping it alive; an earlier one with the same id is removed.
    ///
    ///     let store = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
    ///     server.add(store, id: "counter")
    ///
    /// - Parameters:
    ///   - store: The store; it cannot be replayed.
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - history: How much its history keeps; by default, as in the configuration.
    public func add<State: Sendable, Action: Sendable>(
        _ store: AsyncStore<State, Action>, id: String, name: String? = nil, history: HistoryOptions? = nil
    ) {
        add(store: store, id: id, name: name, history: history)
    }

    /// Adds a machine of state objects, without keeping it alive; an earlier one with the same id is removed.
    ///
    /// - Parameters:
    ///   - machine: The machine; it cannot be replayed.
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - history: How much its history keeps; by default, as in the configuration.
    public func add<Kind: Sendable, Event: Sendable, Host: AnyObject>(
        _ machine: StateObjectMachine<Kind, Event, Host>, id: String, name: String? = nil,
        history: HistoryOptions? = nil
    ) {
        add(store: machine, id: id, name: name, history: history)
    }

    package func add<Store: ObservedStore>(
        store: Store, id: String, name: String? = nil, history: HistoryOptions? = nil
    ) {
        let (limits, options) = (configuration.limits, configuration.options(history))
        host(id) { [weak store] in
            store.map {
                InspectedStore(
                    adapter: ObservedStoreAdapter($0, id: id, name: name ?? id, options: options), limits: limits)
            }
        }
    }

    /// Adds a store of another library, until it is removed; an earlier one with the same id is removed.
    ///
    /// - Parameters:
    ///   - target: The store. Servers and recorders of the same target share its history.
    ///   - history: How much its history keeps; by default, as in the configuration.
    public func add<State: Sendable, Action: Sendable>(
        _ target: DebugTarget<State, Action>, history: HistoryOptions? = nil
    ) {
        add(target, as: target.catalog?.form, history)
    }

    /// Adds a store of another library whose actions are of many types behind one protocol.
    ///
    /// - Parameters:
    ///   - target: The store. Servers and recorders of the same target share its history.
    ///   - actions: The types that clients may dispatch, in the order in which they are listed, besides the actions of
    ///     the target's catalog.
    ///   - history: How much its history keeps; by default, as in the configuration.
    public func add<State: Sendable, Action: Sendable>(
        _ target: DebugTarget<State, Action>, actions: [any (Codable & Sendable).Type], history: HistoryOptions? = nil
    ) {
        add(target, as: RegisteredActions(actions, catalog: target.catalog), history)
    }

    /// - Parameter owner: What is kept as long as the target is.
    func add<State: Sendable, Action: Sendable>(
        _ target: DebugTarget<State, Action>, as actions: (any ActionForm<Action>)?, _ history: HistoryOptions?,
        for owner: (any Sendable)? = nil
    ) {
        let (limits, options) = (configuration.limits, configuration.options(history))
        host(target.id) {
            defer { withExtendedLifetime(owner) {} }
            return InspectedStore(
                adapter: ForeignStoreAdapter(target, options: options), limits: limits, actions: actions)
        }
    }

    /// Adds a store of a kind that this module does not know; an earlier one with the same id is removed.
    ///
    /// - Parameters:
    ///   - adapter: The store.
    ///   - actions: How actions are decoded and encoded.
    package func add<Adapter: StoreAdapter>(_ adapter: Adapter, actions: any ActionForm<Adapter.Action>) {
        let limits = configuration.limits
        host(adapter.id) { InspectedStore(adapter: adapter, limits: limits, actions: actions) }
    }

    /// Removes a store and notifies the clients attached to it.
    ///
    /// - Parameter id: The id; unknown ids are ignored.
    public func remove(id: String) {
        let (feed, sessions, recorders) = state.update {
            state -> (StoreSubscriptions?, [ClientSession], [FlightRecorder]) in
            guard let index = state.hosted.firstIndex(where: { $0.id == id }) else { return (nil, [], []) }
            return (state.hosted.remove(at: index).feed, Array(state.sessions.values), state.recorders)
        }
        guard let feed else { return }
        for recorder in recorders { recorder.remove(id: id) }
        feed.end()
        for session in sessions { session.remove(feed) }
        feed.target.close()
    }

    func host(_ id: String, _ makeTarget: @escaping @Sendable () -> (any AnyInspectedStore)?) {
        remove(id: id)
        state.update { state in
            state.lastHosted += 1
            state.hosted.append(Hosted(number: state.lastHosted, id: id, makeTarget: makeTarget))
        }
        follow(onlyIfActive: true)
    }

    /// Starts following the stores that are not followed yet, and waits until all are.
    func activate() async {
        follow(onlyIfActive: false)
        _ = await state.wait { $0.hosted.contains { $0.isActivating } ? nil : true }
    }

    private func follow(onlyIfActive: Bool) {
        let missing = state.update { state -> [Hosted] in
            guard !state.isStopped, state.isActive || !onlyIfActive else { return [] }
            state.isActive = true
            let missing = state.hosted.filter { $0.feed == nil && !$0.isActivating }
            for index in state.hosted.indices where state.hosted[index].feed == nil {
                state.hosted[index].isActivating = true
            }
            return missing
        }
        for hosted in missing {
            guard let target = hosted.makeTarget() else {
                logger.notice(
                    "the store \(hosted.id) had ended before a client attached", metadata: ["store": "\(hosted.id)"])
                state.update { state in state.hosted.removeAll { $0.number == hosted.number } }
                continue
            }
            watchDivergence(of: target)
            begin(hosted, StoreSubscriptions(target))
        }
    }

    private func begin(_ hosted: Hosted, _ feed: StoreSubscriptions) {
        let watchers = state.update { state -> (sessions: [ClientSession], recorders: [FlightRecorder])? in
            guard let index = state.hosted.firstIndex(where: { $0.number == hosted.number }) else { return nil }
            state.hosted[index].feed = feed
            state.hosted[index].isActivating = false
            return (Array(state.sessions.values), state.recorders)
        }
        guard let watchers else { return feed.target.close() }
        for recorder in watchers.recorders { recorder.record(feed.target) }
        for session in watchers.sessions { session.add(feed) }
    }

    /// The token that TCP clients must present.
    var token: AccessToken { state.read { $0.token } }

    /// The stores that can be queried, in the order in which they were added.
    var feeds: [StoreSubscriptions] { state.read { $0.hosted.compactMap(\.feed) } }

    /// The store with an id, or the only one.
    func feed(for id: String?) throws(ProtocolError) -> StoreSubscriptions {
        let feeds = feeds
        if let id {
            if let feed = feeds.first(where: { $0.target.id == id }) { return feed }
        } else if feeds.count == 1 {
            return feeds[0]
        }
        throw .unknownStore(id, stores: feeds.map(\.target.id))
    }
}
