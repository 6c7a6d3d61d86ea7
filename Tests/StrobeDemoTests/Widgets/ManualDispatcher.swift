import Strobe
import Synchronization

/// A dispatcher that runs its jobs when a test lets it.
final class ManualDispatcher: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    /// The delivery to it.
    var delivery: Delivery {
        .custom { job in self.jobs.withLock { $0.append(job) } }
    }

    /// The number of waiting jobs.
    var count: Int { jobs.withLock { $0.count } }

    /// Runs the waiting jobs, and those that they add.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}

/// The same for what is called on the main actor.
final class ManualMainDispatcher: Sendable {
    private let jobs = Mutex<[@MainActor @Sendable () -> Void]>([])

    /// The delivery to it.
    var delivery: MainActorDelivery {
        .custom { job in self.jobs.withLock { $0.append(job) } }
    }

    /// Runs the waiting jobs, and those that they add.
    @MainActor func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}
