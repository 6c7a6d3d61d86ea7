internal import Dispatch

/// Runs what may have to wait for a reducer on a queue of its own.
///
/// The threads that all tasks share are as many as there are processors: a few reducers of seconds would take them all, and
/// nobody would be heard or answered any more.
final class RequestExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "strobe.requests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
