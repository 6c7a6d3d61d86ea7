internal import Dispatch
internal import Synchronization

/// Lets the editor's thread wait for an asynchronous completion, but not for long.
final class CompletionWait: Sendable {
    private let result = Mutex<Completion?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    private init() {}

    /// nil when nothing is known, or not in time.
    static func run(_ options: EditorOptions, _ line: String, _ cursor: String.Index) -> Completion? {
        let wait = CompletionWait()
        let complete = options.complete
        let task = Task.detached {
            let completion = await complete(line, cursor)
            wait.result.withLock { $0 = completion }
            wait.isDone.signal()
        }
        let (seconds, attoseconds) = options.completionTimeout.components
        let milliseconds = max(0, min(seconds, 60)) * 1000 + attoseconds / 1_000_000_000_000_000
        guard wait.isDone.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success else {
            task.cancel()
            return nil
        }
        return wait.result.withLock { $0 }
    }
}
