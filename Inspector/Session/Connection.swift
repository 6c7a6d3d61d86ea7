import StrobeClient
import StrobeProtocol
import Synchronization

/// The connection to a process, replaced when the process returns.
final class Connection: Sendable {
    private struct State {
        var client: DebugClient
        var process: Initialize.Process?
        var redaction: [String]?
    }

    private let state: Mutex<State>

    init(_ client: DebugClient, _ process: Initialize.Process?, redaction: [String]?) {
        state = Mutex(State(client: client, process: process, redaction: redaction))
    }

    var client: DebugClient { state.withLock { $0.client } }
    /// The process, as it described itself.
    var process: Initialize.Process? { state.withLock { $0.process } }
    /// The redaction rules of the process; `nil` if unknown.
    var redaction: [String]? { state.withLock { $0.redaction } }

    /// Replaces the connection.
    func replace(with back: Reattachment.Return) {
        state.withLock {
            $0 = State(client: back.client, process: back.opened.process, redaction: back.opened.redaction ?? [])
        }
    }
}
