import Dispatch

/// Distinguishes the main queue from others; on Linux it is not always served by the main thread.
enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    /// Whether the caller runs on the main queue.
    static var isCurrent: Bool {
        mark
        return DispatchQueue.getSpecific(key: key) == true
    }
}
