/// The commands that are run when breakpoints are hit, and the hits whose commands are still to be run.
struct HitCommands: Sendable {
    /// One breakpoint.
    struct Key: Sendable, Hashable {
        var store: String
        var breakpoint: Int
    }

    /// How often in a row commands are run that change the program: they may cause the very hit that runs them.
    static let runLimit = 100
    /// How many hits wait at most.
    private static let queueLimit = 1_000

    private var lines: [Key: [String]] = [:]
    private var queue: [Key] = []
    /// How often commands that change the program were run since the user's last command.
    private var runs: [Key: Int] = [:]
    /// Whether a command failed since that was asked last.
    var hasFailed = false

    /// The commands of a breakpoint; setting none takes them away.
    subscript(key: Key) -> [String] {
        get { lines[key] ?? [] }
        set { lines[key] = newValue.isEmpty ? nil : newValue }
    }

    /// The breakpoints of a store that have commands, in order.
    func breakpoints(of store: String) -> [Int] {
        lines.keys.filter { $0.store == store }.map(\.breakpoint).sorted()
    }

    /// Notes a hit whose commands are to be run; where too many wait it is left out.
    mutating func add(_ hit: Key) {
        guard lines[hit] != nil, queue.count < Self.queueLimit else { return }
        queue.append(hit)
    }

    /// The next hit whose turn it is.
    mutating func next() -> Key? {
        queue.isEmpty ? nil : queue.removeFirst()
    }

    /// Whether the commands of a breakpoint may be run once more.
    func mayRun(_ hit: Key) -> Bool { runs[hit, default: 0] < Self.runLimit }

    /// Notes that they were run.
    mutating func noteRun(_ hit: Key, hasChanged: Bool) {
        if hasChanged { runs[hit, default: 0] += 1 }
    }

    /// Begins to count anew: the user has given a command.
    mutating func forgetRuns() {
        if !runs.isEmpty { runs = [:] }
    }

    /// Forgets a store that is gone.
    mutating func forget(store: String) {
        lines = lines.filter { $0.key.store != store }
        queue.removeAll { $0.store == store }
    }
}
