internal import HeapModule

/// The sleepers of a test clock, by their deadlines; those with one deadline in order of arrival.
struct SleepQueue<Sleeper> {
    private struct Entry: Comparable {
        let deadline: TestClock.Instant
        let number: Int

        static func < (one: Entry, other: Entry) -> Bool {
            (one.deadline, one.number) < (other.deadline, other.number)
        }
    }

    private var sleepers: [Int: Sleeper] = [:]
    /// Has all sleepers, and some that have ended.
    private var order = Heap<Entry>()

    var count: Int { sleepers.count }

    /// All of them, in no order.
    var all: Dictionary<Int, Sleeper>.Values { sleepers.values }

    /// How many are remembered, including those that have ended.
    var rememberedCount: Int { order.count }

    /// The deadline that comes first.
    ///
    /// - Complexity: O(log *n*) amortised.
    mutating func firstDeadline() -> TestClock.Instant? {
        while let first = order.min {
            if sleepers[first.number] != nil { return first.deadline }
            order.removeMin()
        }
        return nil
    }

    mutating func insert(_ number: Int, until deadline: TestClock.Instant, _ sleeper: Sleeper) {
        sleepers[number] = sleeper
        order.insert(Entry(deadline: deadline, number: number))
    }

    /// Takes the one whose deadline comes first, if it is not later than a moment.
    mutating func popFirst(until limit: TestClock.Instant) -> (deadline: TestClock.Instant, sleeper: Sleeper)? {
        guard let deadline = firstDeadline(), deadline <= limit, let first = order.popMin() else { return nil }
        return sleepers.removeValue(forKey: first.number).map { (deadline, $0) }
    }

    /// Takes one out, whatever its deadline.
    mutating func remove(_ number: Int) -> Sleeper? {
        let sleeper = sleepers.removeValue(forKey: number)
        // Sleepers with late deadlines that are cancelled, again and again, must not be remembered.
        if order.count > 2 * sleepers.count + 64 {
            order = Heap(order.unordered.filter { sleepers[$0.number] != nil })
        }
        return sleeper
    }
}
