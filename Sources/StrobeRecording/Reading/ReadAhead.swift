internal import Dispatch
internal import Synchronization

/// Work that another thread does if one is free, or else the thread that needs its result.
final class ReadAhead<Result: Sendable>: Sendable {
    private enum Status {
        case waiting(@Sendable () -> Result)
        case running
        case done(Result)
    }

    private let status: Mutex<Status>
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Result) {
        status = Mutex(.waiting(body))
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in self?.run() }
    }

    /// Does the work unless a thread has begun it.
    private func run() {
        let body = status.withLock { status -> (@Sendable () -> Result)? in
            guard case .waiting(let body) = status else { return nil }
            status = .running
            return body
        }
        guard let body else { return }
        let result = body()
        status.withLock { $0 = .done(result) }
        isDone.signal()
    }

    /// Returns the result, which it waits for where a thread works on it; for one caller.
    func result() -> Result {
        run()
        while true {
            if let result = status.withLock({ status in if case .done(let result) = status { result } else { nil } }) {
                return result
            }
            isDone.wait()
        }
    }
}
