import StrobeProtocol

/// What this session knows of the stores' gates.
struct Gates: Sendable {
    /// One gate.
    struct Gate: Sendable, Hashable {
        var isPaused = false
        /// The number of held actions, as far as known.
        var count = 0
        /// The last stop printed, so that it is not printed twice.
        var reported: GateStop?
        /// The last stop that no command has waited for.
        var unclaimed: GateStop?
        /// Whether this session opened it, which then needs no message.
        var isOpenedHere = false
        /// The number of unanswered requests that move the gate, and the stops to print after their answers.
        var moves = 0
        var deferred: [GateStopped] = []
    }

    private var all: [String: Gate] = [:]
    /// The subscription to gate events, if the server supports it.
    var subscription: String?
    /// Whether a stop was printed before, with the hint what to do.
    var isUsedToStops = false
    /// The streams that wait for a gate to stop.
    private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]

    init(_ stores: [StoreDescription]) {
        for store in stores { note(store) }
    }

    /// The gate of a store, if known.
    subscript(store: String) -> Gate? { all[store] }

    /// Changes a gate.
    mutating func change(_ store: String, _ change: (inout Gate) -> Void) {
        change(&all[store, default: Gate()])
    }

    /// Notes the gate in the description of a store.
    mutating func note(_ store: StoreDescription) {
        guard store.capabilities.gate, all[store.id]?.isPaused != store.paused else { return }
        change(store.id) { gate in
            gate.isPaused = store.paused
            if !store.paused { gate.count = 0 }
        }
    }

    /// Notes a gate that the server described.
    mutating func note(_ description: GateDescription, of store: String) {
        change(store) { ($0.isPaused, $0.count) = (description.paused, description.count) }
    }

    /// Forgets the stops of a gate that is about to move, except one that the user may wait for if a hit command moves
    /// it.
    mutating func move(_ store: String, onHit: Bool) {
        change(store) { gate in
            gate.reported = nil
            if !onHit { gate.unclaimed = nil }
        }
    }

    /// Adds a stream that waits for a gate to stop.
    ///
    /// - Returns: The number for removing it.
    mutating func listen(_ listener: AsyncStream<Void>.Continuation) -> Int {
        let number = (listeners.keys.max() ?? 0) + 1
        listeners[number] = listener
        return number
    }

    mutating func stopListening(_ number: Int) {
        listeners[number] = nil
    }

    /// Resumes all waiting streams.
    func wakeAll() {
        for listener in listeners.values { listener.yield() }
    }

    /// Forgets all gates, which belong to another process.
    mutating func forgetAll() {
        all = [:]
    }

    /// Forgets the gate of a removed store.
    mutating func forget(_ store: String) {
        all[store] = nil
    }
}
