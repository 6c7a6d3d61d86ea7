internal import Dispatch

/// Runs what may have to wait for a reducer on its own queue.
///
/// There are only as many shared task threads as processors: a few reducers of seconds would occupy them all, and no
/// client would be served any more.
final class RequestExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "strobe.requests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
