/// The actions that this session sent, and how far it waited for their effects.
struct SentActions: Sendable {
    /// The seqs of the last actions sent, by store id.
    private var seqs: [String: [Int]] = [:]
    /// The last entry of each store whose action was waited for; the next wait for an action begins after it.
    private var actions: [String: Int] = [:]
    /// The last entry of each store whose state was waited for; the next wait for a state examines it again.
    private var states: [String: Int] = [:]
    /// The entries by which this session changed each store and has not undone.
    private var changes: [String: [Int]] = [:]
    /// The entries by which this session undid something, and those that it undid.
    private var undone: [String: Set<Int>] = [:]
    /// The results of all of them.
    var tally = SendTally()

    /// The seqs of the last actions sent to a store.
    func seqs(of store: String) -> [Int] { seqs[store] ?? [] }

    /// The last one sent to each store.
    var last: [String: Int] { seqs.compactMapValues(\.last) }

    /// The last entry by which this session changed a store and has not undone.
    func lastChange(of store: String) -> Int? { changes[store]?.last }

    /// All entries by which this session changed a store, and those by which it undid them.
    func changes(of store: String) -> Set<Int> { Set(changes[store] ?? []).union(undone[store] ?? []) }

    /// Notes an entry by which this session changed a store.
    mutating func note(change seq: Int, of store: String) {
        changes[store, default: []].append(seq)
        if let count = changes[store]?.count, count > 1000 { changes[store]?.removeFirst(count - 1000) }
    }

    /// Notes that the last change of a store was undone by another entry.
    mutating func note(undone change: Int, by seq: Int, in store: String) {
        changes[store]?.removeAll { $0 == change }
        undone[store, default: []].formUnion([change, seq])
    }

    /// Notes a sent action.
    mutating func note(_ seq: Int, to store: String) {
        seqs[store, default: []].append(seq)
        if let count = seqs[store]?.count, count > 100 { seqs[store]?.removeFirst(count - 100) }
    }

    /// The last entry of a store that was sent or whose action was waited for; 0 if none.
    func lastAction(of store: String) -> Int { max(seqs[store]?.last ?? 0, actions[store] ?? 0) }

    /// The last entry of a store that was sent or whose state was waited for; 0 if none.
    func lastState(of store: String) -> Int { max(seqs[store]?.last ?? 0, states[store] ?? 0) }

    /// The last entry of a store that was sent or waited for in any way; 0 if none.
    func last(of store: String) -> Int { max(lastAction(of: store), states[store] ?? 0) }

    /// Notes that an action was waited for.
    mutating func noteWait(forAction seq: Int, of store: String) {
        (states[store], actions[store]) = (seq, seq)
    }

    /// Notes that a state was waited for.
    mutating func noteWait(forState seq: Int, of store: String) {
        states[store] = seq
    }

    /// Forgets the entries, which belong to another process.
    mutating func forgetEntries() {
        (seqs, actions, states, changes, undone) = ([:], [:], [:], [:], [:])
    }
}
