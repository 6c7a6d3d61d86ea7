import Strobe
import Synchronization

/// A dispatcher that does nothing until a test lets it.
final class ManualDispatcher: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    /// The way to it.
    var delivery: Delivery {
        .custom { job in self.jobs.withLock { $0.append(job) } }
    }

    /// How many jobs wait.
    var count: Int { jobs.withLock { $0.count } }

    /// Does what waits, and what comes of that.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}
