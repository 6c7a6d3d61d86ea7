import StrobeTree
import Synchronization

/// The questions that wait for their users' answers.
final class AgentQuestions: Sendable {
    private struct Open {
        var tool: String
        var arguments: Value.Object
        var promise: AgentPromise
        var end: ContinuousClock.Instant
    }

    private let open = Mutex<[String: Open]>([:])

    /// How long a question waits.
    static let patience = Duration.seconds(120)
    /// The most questions that wait.
    private static let most = 64

    /// Notes a question.
    ///
    /// - Returns: Its handle, which nobody can guess, and which counts once.
    func ask(_ tool: String, _ arguments: Value.Object, _ promise: AgentPromise) -> String {
        var generator = SystemRandomNumberGenerator()
        let handle = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }.joined(separator: "-")
        let now = ContinuousClock.now
        open.withLock { open in
            open = open.filter { $0.value.end > now }
            if open.count >= Self.most, let oldest = open.min(by: { $0.value.end < $1.value.end })?.key {
                open[oldest] = nil
            }
            open[handle] = Open(tool: tool, arguments: arguments, promise: promise, end: now + Self.patience)
        }
        return handle
    }

    /// What the user agreed to; `nil` unless that question of this very call is open.
    func take(_ handle: String, _ tool: String, _ arguments: Value.Object) -> AgentPromise? {
        let found = open.withLock { $0.removeValue(forKey: handle) }
        guard let found, found.end > .now, found.tool == tool, found.arguments == arguments else { return nil }
        return found.promise
    }
}
