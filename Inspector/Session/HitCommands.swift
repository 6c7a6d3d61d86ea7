import StrobeProtocol
import Synchronization

/// The commands run when breakpoints are hit, and the hits whose commands have not run yet.
struct HitCommands: Sendable {
    /// One breakpoint.
    struct Key: Sendable, Hashable {
        var store: String
        var breakpoint: Int
    }

    /// The maximum number of successive runs that change the program: they may cause the very hit that runs them.
    static let runLimit = 100
    /// The maximum number of waiting hits.
    private static let queueLimit = 1_000

    private var lines: [Key: [String]] = [:]
    private var queue: [Key] = []
    /// The number of runs that changed the program since the user's last command.
    private var runs: [Key: Int] = [:]
    /// Whether a command failed since this was last read.
    var hasFailed = false

    /// The commands of a breakpoint; setting an empty list removes them.
    subscript(key: Key) -> [String] {
        get { lines[key] ?? [] }
        set { lines[key] = newValue.isEmpty ? nil : newValue }
    }

    /// The breakpoints of a store that have commands, sorted.
    func breakpoints(of store: String) -> [Int] {
        lines.keys.filter { $0.store == store }.map(\.breakpoint).sorted()
    }

    /// Adds a hit whose commands have to run; dropped if the queue is full.
    mutating func add(_ hit: Key) {
        guard lines[hit] != nil, queue.count < Self.queueLimit else { return }
        queue.append(hit)
    }

    /// Removes and returns the next hit.
    mutating func next() -> Key? {
        queue.isEmpty ? nil : queue.removeFirst()
    }

    /// Whether the commands of a breakpoint may run once more.
    func mayRun(_ hit: Key) -> Bool { runs[hit, default: 0] < Self.runLimit }

    /// Notes that they ran.
    mutating func noteRun(_ hit: Key, hasChanged: Bool) {
        if hasChanged { runs[hit, default: 0] += 1 }
    }

    /// Resets the counts: the user has entered a command.
    mutating func forgetRuns() {
        if !runs.isEmpty { runs = [:] }
    }

    /// Forgets a removed store.
    mutating func forget(store: String) {
        lines = lines.filter { $0.key.store != store }
        queue.removeAll { $0.store == store }
    }
}

/// The location of hit commands, separate from the user's: the breakpoint's store, at its live state.
final class HitScope: Sendable {
    private let state: Mutex<(location: Location, hasChanged: Bool)>

    init(store: String) {
        var location = Location()
        location.use(store)
        state = Mutex((location, false))
    }

    var location: Location { state.withLock { $0.location } }

    /// Whether a command changed the program.
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    func move(_ change: (inout Location) -> Void) {
        state.withLock { change(&$0.location) }
    }

    func noteChange() {
        state.withLock { $0.hasChanged = true }
    }
}
