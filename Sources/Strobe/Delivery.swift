public import Dispatch

/// Where a subscriber is called.
public struct Delivery: Sendable {
    /// Runs a closure at the place of delivery; `nil` stands for inline.
    @usableFromInline let enqueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// On the thread that commits, before the next action is reduced.
    public static let inline = Delivery(enqueue: nil)

    /// On the main actor.
    public static let mainActor = Delivery { job in Task { @MainActor in job() } }

    /// On a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> Delivery {
        Delivery { job in queue.async(execute: job) }
    }

    /// On a task executor.
    public static func executor(_ executor: any TaskExecutor) -> Delivery {
        Delivery { job in Task(executorPreference: executor) { job() } }
    }
}

extension Delivery {
    /// A function that hands values to a closure at the place of delivery, in order.
    @inlinable
    func sender<Element: Sendable>(
        _ receive: @escaping @Sendable (Element) -> Void
    ) -> @Sendable (Element) -> Void {
        guard let enqueue else { return receive }
        let mailbox = Mailbox(enqueue: enqueue, receive: receive)
        return { mailbox.put($0) }
    }
}
