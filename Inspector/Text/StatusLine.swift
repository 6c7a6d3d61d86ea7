import LineEditing
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A line at the bottom of a terminal that says how something long is going; what is printed goes above it.
final class StatusLine: Sendable {
    private let descriptor: Int32
    private let usesColour: Bool
    private let shown = Mutex<StyledText?>(nil)

    /// Makes one on a terminal; `nil` where the descriptor is none, or one that cannot erase a line.
    init?(descriptor: Int32, colour: Bool) {
        guard isatty(descriptor) == 1, getenv("TERM").map({ String(cString: $0) }) ?? "dumb" != "dumb" else {
            return nil
        }
        self.descriptor = descriptor
        usesColour = colour
    }

    /// Shows a text in place of the one that is shown; nothing takes it away.
    func show(_ text: StyledText?) {
        shown.withLock { shown in
            guard shown != nil || text != nil else { return }
            shown = text
            draw(text)
        }
    }

    /// Prints something above the line.
    func above(_ print: () -> Void) {
        shown.withLock { shown in
            guard let text = shown else { return print() }
            draw(nil)
            print()
            draw(text)
        }
    }

    private func draw(_ text: StyledText?) {
        // One column is left free: a terminal that wraps there would make two lines of it.
        let width = max((TerminalSize.columns(of: descriptor) ?? 80) - 1, 1)
        let line = text.map { $0.onOneLine.fitted(to: width).rendered(colours: usesColour) } ?? ""
        let bytes = Array("\r\u{1B}[K\(line)".utf8)
        // What a terminal does not take now is not worth waiting for.
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}
