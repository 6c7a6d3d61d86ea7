public import Dispatch

/// Where a subscriber that belongs to no actor is called; `MainActorDelivery` is for those of the main actor.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     let sums = Mutex<[Int]>([])
///     let subscription = store.subscribe(on: .serialQueue()) { sum in sums.withLock { $0.append(sum) } }
///     store.dispatch(5)  // soon, sums are [5]
public struct Delivery: Sendable {
    /// Runs a closure at the place of delivery; `nil` means inline.
    @usableFromInline let enqueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
    /// Whether the caller is at the place of delivery, which needs no job then; `nil` means never.
    @usableFromInline let isHere: (@Sendable () -> Bool)?

    init(
        enqueue: (@Sendable (@escaping @Sendable () -> Void) -> Void)?, isHere: (@Sendable () -> Bool)? = nil
    ) {
        self.enqueue = enqueue
        self.isHere = isHere
    }

    /// On the thread that commits, before the next action is reduced.
    public static let inline = Delivery(enqueue: nil)

    /// On a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> Delivery {
        .custom { job in queue.async(execute: job) }
    }

    /// On a serial queue of its own, made by this call.
    ///
    /// - Parameter label: The name of the queue in debuggers.
    public static func serialQueue(_ label: String = "strobe.delivery") -> Delivery {
        queue(DispatchQueue(label: label))
    }

    /// Wherever a function runs what it is given, such as a queue of jobs that a test runs by hand.
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
        .custom { job in Task(executorPreference: executor) { job() } }
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
        let mailbox = Mailbox(enqueue: enqueue, isHere: isHere, receive: receive)
        return { mailbox.put($0) }
    }
}
