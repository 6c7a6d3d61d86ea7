public import StrobeHistory
internal import StrobeProtocol

extension DebugServer {
    /// Adds a value that any thread may read, such as one behind a lock; an earlier store with the same id is removed.
    ///
    ///     let cache = Mutex(["a": 1])
    ///     let watch = server.watch("cache") { cache.withLock { $0 } }
    ///
    /// It is read while a client is attached, at intervals and when the program says that it changed; a value that is
    /// equal to the one before makes no entry in the log. What changed at any other time, or was undone in between, is
    /// not in the log.
    ///
    /// - Parameters:
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - interval: How often it is read while a client is attached.
    ///   - history: How much its history keeps; by default, as in the configuration.
    ///   - set: Replaces the value, so that clients with control can `set` and `jump`.
    ///   - read: Returns the value; called on any thread.
    /// - Returns: With what the program can say that the value changed.
    @discardableResult
    public func watch<Value: Sendable>(
        _ id: String, name: String? = nil, every interval: Duration = .milliseconds(100),
        history: HistoryOptions? = nil, set: (@Sendable (Value) -> Void)? = nil,
        _ read: @escaping @Sendable () -> Value
    ) -> Watch<Value> {
        let tickets = Tickets()
        let target = DebugTarget<Value, Never>(id: id, name: name, reading: read)
        let watch = ValueWatch(target, first: nil, every: interval, tickets) { _ in (tickets.next(), read()) }
        if let set {
            target.onRestore { [weak watch] value in
                set(value)
                watch?.place(read())
            }
        }
        add(target, as: nil, history, for: watch)
        return Watch(watch)
    }

    /// Adds the state of an actor, without keeping the actor alive; an earlier store with the same id is removed.
    ///
    ///     let session = Session()
    ///     await server.watch("session", on: session) { SessionView(user: $0.user, requests: $0.requests) }
    ///
    /// It is read on the actor, in a job as any other: while a client is attached, at intervals and when the program
    /// says that it changed. No more than one read waits for the actor, and the actor waits for nobody. A state that is
    /// equal to the one before makes no entry in the log.
    ///
    /// - Parameters:
    ///   - id: The id that clients use for it.
    ///   - actor: The actor.
    ///   - name: The display name; by default, the id.
    ///   - interval: How often it is read while a client is attached.
    ///   - history: How much its history keeps; by default, as in the configuration.
    ///   - set: Replaces the state, so that clients with control can `set` and `jump`.
    ///   - read: Returns what is to be seen of the actor, as a value.
    /// - Returns: With what the program can say that the state changed.
    @discardableResult
    public func watch<Owner: Actor, Value: Sendable>(
        _ id: String, on actor: Owner, name: String? = nil, every interval: Duration = .milliseconds(100),
        history: HistoryOptions? = nil, set: (@Sendable (isolated Owner, Value) -> Void)? = nil,
        _ read: @escaping @Sendable (isolated Owner) -> Value
    ) async -> Watch<Value> {
        let tickets = Tickets()
        let first = await read(actor)
        let target = DebugTarget<Value, Never>(id: id, name: name, state: first)
        let watch = ValueWatch(target, first: first, every: interval, tickets) { [weak actor] _ in
            guard let actor else { return nil }
            return await Self.read(actor, tickets, read)
        }
        if let set {
            target.onRestore { [weak watch, weak actor] value in
                guard let actor, let watch else { throw ProtocolError.ended(id) }
                await Self.set(value, on: actor, watch, set, read)
            }
        }
        add(target, as: nil, history, for: watch)
        return Watch(watch)
    }

    private static func read<Owner: Actor, Value: Sendable>(
        _ actor: isolated Owner, _ tickets: Tickets, _ read: @Sendable (isolated Owner) -> Value
    ) -> (ticket: Int, state: Value) {
        (tickets.next(), read(actor))
    }

    private static func set<Owner: Actor, Value: Sendable>(
        _ value: Value, on actor: isolated Owner, _ watch: ValueWatch<Value, Never>,
        _ set: @Sendable (isolated Owner, Value) -> Void, _ read: @Sendable (isolated Owner) -> Value
    ) {
        set(actor, value)
        watch.place(read(actor))
    }
}
