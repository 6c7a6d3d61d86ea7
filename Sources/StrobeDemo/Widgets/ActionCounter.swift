import Synchronization

/// A tracker that counts.
final class ActionCounter: Tracking {
    private let all = Mutex<[String: Int]>([:])
    private let tell: @Sendable (String, Int) -> Void

    /// Makes a counter.
    ///
    /// - Parameter tell: Called each time, with the type and how often there was one.
    init(tell: @escaping @Sendable (String, Int) -> Void = { _, _ in }) {
        self.tell = tell
    }

    /// How often each type of action that is tracked was dispatched.
    var counts: [String: Int] { all.withLock { $0 } }

    func track(_ type: String) {
        let count = all.withLock { all in
            all[type, default: 0] += 1
            return all[type, default: 0]
        }
        tell(type, count)
    }
}
