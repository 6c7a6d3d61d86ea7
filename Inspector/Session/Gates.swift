import StrobeProtocol

/// What is known of the stores' gates here.
struct Gates: Sendable {
    /// One gate.
    struct Gate: Sendable, Hashable {
        var isPaused = false
        /// How many actions it holds, as far as is known.
        var count = 0
        /// The stop that was told last, so that it is not told twice.
        var told: GateStop?
        /// The stop that nobody has waited for yet.
        var unclaimed: GateStop?
        /// Whether it was opened from here, so that this need not be told.
        var isOpenedHere = false
        /// How many commands that move it have not been answered yet, and the stops that are told after their answers.
        var moves = 0
        var deferred: [GateStopped] = []
    }

    private var all: [String: Gate] = [:]
    /// The subscription that tells of gates, where the server has one.
    var subscription: String?
    /// Whether a stop was told before, with what can be done about it.
    var isUsedToStops = false
    /// Who waits for a gate to stop.
    private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]

    /// The gate of a store, as far as it was heard of.
    subscript(store: String) -> Gate? { all[store] }

    /// Changes what is known of a gate.
    mutating func change(_ store: String, _ change: (inout Gate) -> Void) {
        change(&all[store, default: Gate()])
    }

    /// Notes what a description of a store says.
    mutating func note(_ store: StoreDescription) {
        guard store.capabilities.gate, all[store.id]?.isPaused != store.paused else { return }
        change(store.id) { gate in
            gate.isPaused = store.paused
            if !store.paused { gate.count = 0 }
        }
    }

    /// Notes what a gate says of itself.
    mutating func note(_ description: GateDescription, of store: String) {
        change(store) { ($0.isPaused, $0.count) = (description.paused, description.count) }
    }

    /// Forgets the stops of a gate that is about to be moved; those that the user waits for stay where commands move it
    /// that are run on a hit.
    mutating func move(_ store: String, onHit: Bool) {
        change(store) { gate in
            gate.told = nil
            if !onHit { gate.unclaimed = nil }
        }
    }

    /// Adds one who waits for a gate to stop.
    ///
    /// - Returns: The number to remove it by.
    mutating func listen(_ listener: AsyncStream<Void>.Continuation) -> Int {
        let number = (listeners.keys.max() ?? 0) + 1
        listeners[number] = listener
        return number
    }

    mutating func stopListening(_ number: Int) {
        listeners[number] = nil
    }

    /// Wakes all who wait.
    func wakeAll() {
        for listener in listeners.values { listener.yield() }
    }

    /// Forgets all gates: they are of another process.
    mutating func forgetAll() {
        all = [:]
    }

    /// Forgets the gate of a store that is gone.
    mutating func forget(_ store: String) {
        all[store] = nil
    }
}
