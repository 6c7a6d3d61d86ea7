import Dispatch

/// Runs tasks on a dispatch queue of its own, away from the main thread and from the pool that all tasks share.
final class BackgroundExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// Makes an executor.
    ///
    /// - Parameter label: The label of its queue.
    init(label: String) {
        queue = DispatchQueue(label: label, qos: .utility)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
