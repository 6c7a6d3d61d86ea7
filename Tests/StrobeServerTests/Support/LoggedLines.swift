import Logging
import Synchronization

/// Keeps the log of a server, as `level message metadata`.
final class LoggedLines: Sendable {
    private struct Handler: LogHandler {
        let lines: LoggedLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = event.metadata.map { " \($0)" } ?? ""
            lines.kept.withLock { $0.append("\(event.level) \(event.message)\(metadata)") }
        }
    }

    private let kept = Mutex<[String]>([])

    /// The lines logged so far.
    var all: [String] { kept.withLock { $0 } }

    /// The logger that adds lines.
    var logger: Logger { Logger(label: "test", factory: { _ in Handler(lines: self) }) }
}
