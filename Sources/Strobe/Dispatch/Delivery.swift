public import Dispatch

/// Where a subscriber is called.
///
///     @MainActor final class Label { var text = "" }
///     let label = Label()
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     let subscription = store.subscribe(on: .mainActor) { sum in
///         MainActor.assumeIsolated { label.text = "\(sum)" }
///     }
///     store.dispatch(5)  // the label says 5 when it is the main actor's turn
public struct Delivery: Sendable {
    /// Runs a closure at the place of delivery; `nil` means inline.
    @usableFromInline let enqueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// On the thread that commits, before the next action is reduced.
    public static let inline = Delivery(enqueue: nil)

    /// On the main actor.
    public static let mainActor = Delivery { job in Task { @MainActor in job() } }

    /// On a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> Delivery {
        Delivery { job in queue.async(execute: job) }
    }

    /// On a serial queue of its own, made by this call.
    ///
    /// - Parameter label: The name of the queue in debuggers.
    public static func serialQueue(_ label: String = "strobe.delivery") -> Delivery {
        queue(DispatchQueue(label: label))
    }

    /// Wherever a function runs what it is given, such as a queue of jobs that a test works off by hand.
    ///
    ///     let jobs = Mutex<[@Sendable () -> Void]>([])
    ///     let byHand = Delivery.custom { job in jobs.withLock { $0.append(job) } }
    ///
    /// - Parameter enqueue: Runs each job once, now or later, on any thread. Each subscriber has at most one waiting
    ///   job; the order of its calls does not depend on the order in which jobs run.
    public static func custom(_ enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) -> Delivery {
        Delivery(enqueue: enqueue)
    }

    /// On a task executor.
    public static func executor(_ executor: any TaskExecutor) -> Delivery {
        Delivery { job in Task(executorPreference: executor) { job() } }
    }
}

extension Delivery {
    @inlinable var isInline: Bool { enqueue == nil }

    /// A function that hands values to a closure at the place of delivery, in order, with the place of what the closure
    /// may dispatch in answer.
    ///
    /// - Parameter liveness: Off once the closure is not to be called any more, if that happens. What is handed over inline is not late,
    ///   so that the caller's own look is enough.
    @inlinable
    func linkedSender<Element: Sendable>(
        while liveness: Liveness? = nil, _ receive: @escaping @Sendable (Element) -> Void
    ) -> @Sendable (Element, DispatchDepth) -> Void {
        guard !isInline else { return { element, _ in receive(element) } }
        let send: @Sendable ((Element, DispatchDepth)) -> Void = sender { element, link in
            if liveness?.isOn ?? true { link.run { receive(element) } }
        }
        return { send(($0, $1)) }
    }

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
