internal import Dispatch

/// Runs work that may wait for a reducer on its own queue.
///
/// There are only as many shared task threads as processors: a few reducers that take seconds would occupy them all and
/// stop the server.
final class RequestExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "strobe.requests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
