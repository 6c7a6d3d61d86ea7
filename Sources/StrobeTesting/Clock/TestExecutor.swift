internal import Strobe

/// A task executor that runs its jobs only when a test requests it, in their order, on the thread of the test.
///
///     let executor = TestExecutor()
///     let task = Task(executorPreference: executor) { "hello" }
///     assert(!executor.isIdle)
///     executor.run()
///     let text = await task.value  // "hello"
///
/// So it is known when nothing is left to do, and the order in which tasks run is the same each time. A task that waits
/// for something outside (the main actor, an actor of its own, a socket) comes back as a job when that has happened.
public final class TestExecutor: TaskExecutor {
    private struct Contents {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let contents = Protected(Contents())
    /// Rings when a job comes.
    let signal = EventSignal()

    /// Creates an executor without jobs.
    public init() {}

    /// Whether no job waits.
    public var isIdle: Bool { contents.withLock { $0.jobs.isEmpty } }

    /// Adds a job to the next run.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        contents.withLock { $0.jobs.append(job) }
        signal.notify()
    }

    /// Runs all jobs, and those that they enqueue, until none waits.
    ///
    /// Does nothing when it is called by one of the jobs, or while another thread runs them.
    public func run() {
        let isFirst = contents.withLock { contents in
            defer { contents.isRunning = true }
            return !contents.isRunning
        }
        guard isFirst else { return }
        while true {
            let batch = contents.withLock { contents in
                defer { contents.jobs = [] }
                contents.isRunning = !contents.jobs.isEmpty
                return contents.jobs
            }
            if batch.isEmpty { return }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}
