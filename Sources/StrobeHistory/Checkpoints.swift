/// States that a replay can start from: a bounded number, evenly spread over the log.
struct Checkpoints<State> {
    private(set) var all: [(seq: Int, state: State)]
    private let limit: Int
    private let firstDistance: Int
    private var distance: Int

    /// Starts with the state before the first entry.
    init(base: Int, state: State, limit: Int, distance: Int) {
        all = [(base, state)]
        self.limit = max(2, limit)
        firstDistance = max(1, distance)
        self.distance = firstDistance
    }

    /// The one that everything begins with.
    var first: (seq: Int, state: State) { all[0] }

    /// The number at which a replay that passes it should leave the next checkpoint.
    var nextSeq: Int { all[all.count - 1].seq + distance }

    /// The last checkpoint at or before a number; the caller has checked that it is not before the first.
    func nearest(to seq: Int) -> (seq: Int, state: State) {
        var low = 0
        var high = all.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if all[middle].seq <= seq { low = middle } else { high = middle }
        }
        return all[low]
    }

    /// Keeps a state; when there are too many, every other one goes and the distance doubles.
    mutating func add(_ state: State, seq: Int) {
        all.append((seq, state))
        guard all.count > limit else { return }
        all = all.indices.filter { $0 % 2 == 0 }.map { all[$0] }
        distance *= 2
    }

    /// Keeps nothing but the first.
    mutating func dropAllButFirst() {
        all.removeSubrange(1...)
        distance = firstDistance
    }
}
