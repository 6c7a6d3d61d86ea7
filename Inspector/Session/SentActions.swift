/// What was sent from here, and how far that was waited for.
struct SentActions: Sendable {
    /// The seqs of the last actions that were sent, by store id.
    private var seqs: [String: [Int]] = [:]
    /// The last entry of each store whose action was waited for; the next wait for an action begins behind it.
    private var actions: [String: Int] = [:]
    /// The last entry of each store whose state was waited for; the next wait for a state looks at it again.
    private var states: [String: Int] = [:]
    /// What came of all of them.
    var tally = SendTally()

    /// The seqs of the last actions that were sent to a store.
    func seqs(of store: String) -> [Int] { seqs[store] ?? [] }

    /// The last one of each store.
    var last: [String: Int] { seqs.compactMapValues(\.last) }

    /// Notes an action that was sent.
    mutating func note(_ seq: Int, to store: String) {
        seqs[store, default: []].append(seq)
        if let count = seqs[store]?.count, count > 100 { seqs[store]?.removeFirst(count - 100) }
    }

    /// The last entry of a store that was sent, or whose action was waited for; 0 for none.
    func lastAction(of store: String) -> Int { max(seqs[store]?.last ?? 0, actions[store] ?? 0) }

    /// The last entry of a store that was sent, or whose state was waited for; 0 for none.
    func lastState(of store: String) -> Int { max(seqs[store]?.last ?? 0, states[store] ?? 0) }

    /// Notes that an action was waited for.
    mutating func noteWait(forAction seq: Int, of store: String) {
        (states[store], actions[store]) = (seq, seq)
    }

    /// Notes that a state was waited for.
    mutating func noteWait(forState seq: Int, of store: String) {
        states[store] = seq
    }

    /// Forgets the entries, which are of another process.
    mutating func forgetEntries() {
        (seqs, actions, states) = ([:], [:], [:])
    }
}
