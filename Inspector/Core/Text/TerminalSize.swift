import StrobeSystem

/// The size of terminals.
package enum TerminalSize {
    /// The width of the terminal on a descriptor; `nil` if it is not a terminal.
    package static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return isatty(descriptor) == 1 ? 80 : nil
        }
        return Int(size.ws_col)
    }

    /// The number of lines of the terminal on a descriptor; `nil` if it is not a terminal, or does not say.
    package static func rows(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }
}
