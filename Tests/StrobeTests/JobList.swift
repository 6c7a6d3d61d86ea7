import Strobe

/// A delivery queue that runs only when the test says so.
final class JobList: Sendable {
    private let jobs = Protected<[@Sendable () -> Void]>([])

    var count: Int { jobs.withLock { $0.count } }

    var delivery: Delivery {
        .custom { job in self.jobs.withLock { $0.append(job) } }
    }

    /// Runs the waiting jobs, and those that they add, oldest first.
    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}

/// The same for what is delivered on the main actor.
final class MainJobList: Sendable {
    private let jobs = Protected<[@MainActor @Sendable () -> Void]>([])

    var count: Int { jobs.withLock { $0.count } }

    var delivery: MainActorDelivery {
        .custom { job in self.jobs.withLock { $0.append(job) } }
    }

    /// Runs the waiting jobs, and those that they add, oldest first.
    @MainActor func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}
