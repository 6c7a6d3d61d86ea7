import InspectorCore
import StrobeClient
import StrobeProtocol
import Synchronization

/// The connection to a process, replaced when the process returns.
final class Connection: Sendable {
    private struct State {
        var client: DebugClient
        var process: Initialize.Process?
        var redaction: [String]?
        var opened: Initialize.Result?
    }

    private let state: Mutex<State>

    init(
        _ client: DebugClient, _ process: Initialize.Process?, redaction: [String]?, opened: Initialize.Result?
    ) {
        state = Mutex(State(client: client, process: process, redaction: redaction, opened: opened))
    }

    var client: DebugClient { state.withLock { $0.client } }
    /// The process, as it described itself.
    var process: Initialize.Process? { state.withLock { $0.process } }
    /// The redaction rules of the process; `nil` if unknown.
    var redaction: [String]? { state.withLock { $0.redaction } }
    /// The answer that opened the session, with the stores of that moment; `nil` if unknown.
    var opened: Initialize.Result? { state.withLock { $0.opened } }

    /// Replaces the connection.
    func replace(with back: Reattachment.Return) {
        state.withLock {
            $0 = State(
                client: back.client, process: back.opened.process, redaction: back.opened.redaction ?? [],
                opened: back.opened)
        }
    }
}
