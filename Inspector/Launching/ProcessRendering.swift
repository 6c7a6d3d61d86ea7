import LineEditing
import StrobeProtocol

/// Renders running processes as a table.
enum ProcessRendering {
    /// The lines; without processes, a hint how to start one.
    static func lines(_ records: [DiscoveryRecord], width: Int) -> [StyledText] {
        guard !records.isEmpty else {
            return [
                "There is no process to attach to.",
                StyledText("Start one that serves the protocol, such as strobe-demo --unix, or run strobe demo.", .dim),
            ]
        }
        var table = Table(.left, .right, .left, .left)
        for record in records {
            table.add(
                StyledText(record.name, .store), StyledText(String(record.pid)),
                StyledText(record.stores.joined(separator: ", ")),
                StyledText(record.endpoints.joined(separator: " "), .dim))
        }
        return table.lines(width: width, flexible: 3)
    }
}
