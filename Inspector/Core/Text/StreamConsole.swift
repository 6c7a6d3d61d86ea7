package import LineEditing
import StrobeSystem
import Synchronization

/// Standard output and standard error, without a line editor.
package final class StreamConsole: Console {
    private let output: Int32
    private let errors: Int32
    private let outputColour: Bool
    private let errorColour: Bool
    package let status: StatusLine?
    /// The first error of standard output in any console; a broken pipe does not count.
    private static let failure = Mutex<Int32?>(nil)
    private let lock = Mutex<(isBroken: Bool, printed: Int)>((false, 0))

    /// Creates a console on two descriptors, which are not closed.
    package init(output: Int32 = 1, errors: Int32 = 2, colour: Bool) {
        self.output = output
        self.errors = errors
        outputColour = colour && isatty(output) == 1
        errorColour = colour && isatty(errors) == 1
        status = StatusLine(descriptor: errors, colour: errorColour)
    }

    /// Why standard output could not be written; `nil` if it could, or if its reader has gone.
    package static var outputFailure: String? { failure.withLock { $0 }.map { SystemError.text($0) } }

    package var isBroken: Bool { lock.withLock { $0.isBroken } }

    package var printed: Int { lock.withLock { $0.printed } }

    package var width: Int { TerminalSize.columns(of: output) ?? 200 }

    package var reportWidth: Int { TerminalSize.columns(of: errors) ?? .max }

    package func print(_ lines: [StyledText]) {
        write(lines.map { $0.onOneLine.rendered(colours: outputColour) }, to: output)
    }

    package func print(machineLine: String) {
        write([machineLine], to: output)
    }

    package func report(_ lines: [StyledText]) {
        write(lines.map { $0.onOneLine.rendered(colours: errorColour) }, to: errors)
    }

    package func report(machineLine: String) {
        write([machineLine], to: errors)
    }

    private func write(_ lines: [String], to descriptor: Int32) {
        guard !lines.isEmpty else { return }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        guard let status else { return write(bytes, to: descriptor) }
        status.above { write(bytes, to: descriptor) }
    }

    /// Writes the bytes of a file to standard output.
    package func print(bytes: [UInt8]) {
        write(bytes, to: output)
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) {
        lock.withLock { state in
            state.printed += 1
            guard !bytes.withUnsafeBytes({ SystemFile.write($0, to: descriptor) }), descriptor == output else { return }
            state.isBroken = true
            if output == 1, errno != EPIPE { Self.failure.withLock { [errno] in $0 = $0 ?? errno } }
        }
    }
}
