package import LineEditing
import StrobeSystem
import Synchronization

/// The line at the bottom of a terminal that shows the status of long-running work; output goes above it.
package final class StatusLine: Sendable {
    private let descriptor: Int32
    private let usesColour: Bool
    private let shown = Mutex<StyledText?>(nil)

    /// Creates a status line; `nil` if the descriptor is not a terminal that can erase a line.
    package init?(descriptor: Int32, colour: Bool) {
        guard isatty(descriptor) == 1, getenv("TERM").map({ String(cString: $0) }) ?? "dumb" != "dumb" else {
            return nil
        }
        self.descriptor = descriptor
        usesColour = colour
    }

    /// Replaces the text; `nil` removes the line.
    package func show(_ text: StyledText?) {
        shown.withLock { shown in
            guard shown != nil || text != nil else { return }
            shown = text
            draw(text)
        }
    }

    /// Prints above the line.
    package func above(_ print: () -> Void) {
        shown.withLock { shown in
            guard let text = shown else { return print() }
            draw(nil)
            print()
            draw(text)
        }
    }

    private func draw(_ text: StyledText?) {
        // The last column stays free: a terminal that wraps there would use two lines.
        let width = max((TerminalSize.columns(of: descriptor) ?? 80) - 1, 1)
        let line = text.map { $0.onOneLine.fitted(to: width).rendered(colours: usesColour) } ?? ""
        let bytes = Array("\r\u{1B}[K\(line)".utf8)
        // If the terminal cannot take it now, it is dropped.
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}
