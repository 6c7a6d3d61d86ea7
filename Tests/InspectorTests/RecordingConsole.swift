import LineEditing
import Synchronization

@testable import Inspector
@testable import InspectorCore

/// A console that keeps its output.
final class RecordingConsole: Console {
    private let lines = Mutex<(output: [String], errors: [String])>(([], []))

    let width: Int

    init(width: Int = 80) {
        self.width = width
    }

    /// The output since the last call.
    func takeOutput() -> [String] {
        lines.withLock { lines in
            defer { lines.output = [] }
            return lines.output
        }
    }

    /// The errors since the last call.
    func takeErrors() -> [String] {
        lines.withLock { lines in
            defer { lines.errors = [] }
            return lines.errors
        }
    }

    func print(_ lines: [StyledText]) {
        self.lines.withLock { $0.output += lines.map(\.onOneLine.plain) }
    }

    func print(machineLine: String) {
        lines.withLock { $0.output.append(machineLine) }
    }

    func report(_ lines: [StyledText]) {
        self.lines.withLock { $0.errors += lines.map(\.onOneLine.plain) }
    }

    func report(machineLine: String) {
        lines.withLock { $0.errors.append(machineLine) }
    }
}
