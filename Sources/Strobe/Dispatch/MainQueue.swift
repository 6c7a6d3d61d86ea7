internal import Dispatch

/// The main queue, on which the main actor runs.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this code runs on it; `false` on the main thread where that does the work of another queue.
    ///
    /// The thread is no answer: on Linux, another one may serve the main queue.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
