internal import Dispatch
internal import StrobeSystem
internal import Synchronization

/// A thread that owns a value which no other thread can touch, and runs posted jobs in order.
///
/// It starts with the first job. Between jobs it ticks, and sleeps for as long as the tick says.
final class DebugThread<Confined>: Sendable {
    /// A piece of work; it gets `nil` when the thread has ended.
    typealias Job = @Sendable (Confined?) -> Void

    private struct Inbox {
        var jobs: [Job] = []
        var isStarted = false
        /// Makes the value; gone once that is done, and with it what only it holds.
        var make: (@Sendable () -> Confined)?
        var isEnded = false
    }

    private enum Next { case wake, start, refuse }

    /// How long to sleep when there is nothing to do.
    enum Pause {
        case milliseconds(Int)
        case until(DispatchTime)
        case untilWoken
    }

    private let inbox: Mutex<Inbox>
    private let wakeSignal: WakeSignal
    private let name: String
    private let examine: @Sendable (Confined) -> Void
    private let prepare: @Sendable (Confined) -> Void
    private let tick: @Sendable (Confined) -> Pause

    /// Makes a thread that starts later.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - wakeSignal: What wakes it.
    ///   - make: Makes the value, on the thread.
    ///   - examine: Called before each job and each tick.
    ///   - prepare: Makes the value ready to be asked, before each question.
    ///   - tick: The work between jobs.
    init(
        name: String, wakeSignal: WakeSignal, make: @escaping @Sendable () -> Confined,
        examine: @escaping @Sendable (Confined) -> Void, prepare: @escaping @Sendable (Confined) -> Void,
        tick: @escaping @Sendable (Confined) -> Pause
    ) {
        self.name = name
        self.wakeSignal = wakeSignal
        inbox = Mutex(Inbox(make: make))
        self.examine = examine
        self.prepare = prepare
        self.tick = tick
    }

    /// Lets the thread do something soon, after what was posted before.
    func post(_ job: @escaping Job) {
        let next = inbox.withLock { inbox -> Next in
            guard !inbox.isEnded else { return .refuse }
            inbox.jobs.append(job)
            defer { inbox.isStarted = true }
            return inbox.isStarted ? .wake : .start
        }
        switch next {
        case .wake: wakeSignal.wake()
        case .start: start()
        case .refuse: job(nil)
        }
    }

    /// Does something on the thread and waits for it.
    ///
    /// - Parameter isPrepared: Whether the value is made ready to be asked.
    /// - Throws: `HistoryError.ended` when the thread has ended, and what the body throws.
    func run<Result: Sendable>(
        isPrepared: Bool = true, _ body: @escaping @Sendable (Confined) throws(HistoryError) -> Result
    ) async throws(HistoryError) -> Result {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Swift.Result<Result, HistoryError>, Never>) in
            post { [prepare] confined in
                guard let confined else { return continuation.resume(returning: .failure(.ended)) }
                if isPrepared { prepare(confined) }
                continuation.resume(returning: Swift.Result { () throws(HistoryError) in try body(confined) })
            }
        }
        return try result.get()
    }

    /// Ends the thread after what was posted before.
    func end() {
        let mustWake = inbox.withLock { inbox in
            inbox.isEnded = true
            return inbox.isStarted
        }
        if mustWake { wakeSignal.wake() }
    }

    private func start() {
        Self.detach(name: name) { self.work() }
    }

    /// Runs a closure on a thread that ends with it.
    static func detach(name: String, _ body: @escaping @Sendable () -> Void) {
        // Diffs recurse into states; the default of a secondary thread is 512 KiB on Darwin.
        SystemThread.start(name: name, stackSize: 16 << 20, body)
    }

    private func work() {
        guard let confined = inbox.withLock({ $0.make.take() })?() else { return }
        while true {
            let (jobs, isEnded) = inbox.withLock { inbox in
                let jobs = inbox.jobs
                inbox.jobs = []
                return (jobs, inbox.isEnded)
            }
            for job in jobs {
                examine(confined)
                job(confined)
            }
            if isEnded, jobs.isEmpty { return }
            examine(confined)
            switch tick(confined) {
            case .milliseconds(let count): wakeSignal.wait(milliseconds: count)
            case .until(let time): wakeSignal.wait(until: time)
            case .untilWoken: wakeSignal.wait()
            }
        }
    }
}

/// What a sleeping thread waits for.
final class WakeSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wake() {
        semaphore.signal()
    }

    func wait() {
        semaphore.wait()
    }

    func wait(milliseconds: Int) {
        wait(until: .now() + .milliseconds(milliseconds))
    }

    func wait(until time: DispatchTime) {
        _ = semaphore.wait(timeout: time)
    }
}
