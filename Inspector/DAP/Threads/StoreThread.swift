internal import StrobeClient

/// A store as editors see it: a thread.
struct StoreThread: Sendable {
    /// Counts up, and is not used again.
    let id: Int
    var store: StoreDescription
    var cursor = ThreadCursor()
    /// The stop of the gate, as last reported.
    var stop: GateStop?
    /// What was reported to the editor of the present stop.
    var reported: StopNotice?
    /// The breakpoint of the store that steps out of effects, until it stops.
    var wayOut: Int?
    /// The number of the search that may move the cursor; others have been given up.
    var search = 0
    /// Whether the editor let the store go, and waits for its next stop.
    var isLetGo = false
    /// How often the gate was said to have stopped or opened.
    var gateNews = 0
    /// Limits how many of these are reported that the editor did not request.
    var notices = RateLimit()
    /// Whether the status of its gate will be requested soon.
    var willSynchronise = false

    var name: String { store.id }

    /// The action that the gate holds, if the cursor is at the present.
    var pending: HeldDescription? { cursor.place == .present ? stop?.pending : nil }
}

/// A stop as it is reported to editors.
struct StopNotice: Sendable {
    /// The reason in the terms of the protocol of adapters.
    var reason: String
    /// What people read.
    var description: String
    /// The breakpoints of ours that are hit.
    var breakpoints: [Int] = []
    /// More about an exception.
    var exception: (id: String, text: String)?
}

/// The stores as threads.
struct StoreThreads: Sendable {
    private(set) var all: [StoreThread] = []
    private var lastID = 0

    /// Adds a store; returns its thread.
    mutating func add(_ store: StoreDescription) -> StoreThread {
        lastID += 1
        all.append(StoreThread(id: lastID, store: store))
        return all[all.count - 1]
    }

    /// Removes a store; returns the id of its thread.
    mutating func remove(_ store: String) -> Int? {
        guard let index = all.firstIndex(where: { $0.store.id == store }) else { return nil }
        return all.remove(at: index).id
    }

    /// Notes that something was reported of the gate of a store.
    mutating func noteGate(of store: String) {
        guard let index = all.firstIndex(where: { $0.store.id == store }) else { return }
        all[index].gateNews += 1
    }

    /// The thread of a store.
    func of(_ store: String) -> StoreThread? { all.first { $0.store.id == store } }

    subscript(_ id: Int) -> StoreThread? {
        get { all.first { $0.id == id } }
        set {
            guard let newValue, let index = all.firstIndex(where: { $0.id == id }) else { return }
            all[index] = newValue
        }
    }
}
