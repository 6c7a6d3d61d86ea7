import InspectorCore
import LineEditing
import StrobeSystem

/// The output of one command, written to a file or piped to a shell command; errors are printed as usual.
final class RedirectedOutput: WrappingConsole {
    private enum Sink {
        case file(StreamConsole, descriptor: CInt, name: String)
        case shell(ShellCommand)
    }

    let base: any Console
    private let sink: Sink

    /// Opens the file, or starts the command.
    ///
    /// - Throws: ``InspectorError`` (`failed`).
    init(_ redirect: Redirect, instead base: any Console) throws(InspectorError) {
        self.base = base
        switch redirect {
        case .file(let name, let appends):
            let descriptor = try OutputFile.open(name, appends: appends)
            let stream = StreamConsole(output: descriptor, colour: false)
            sink = .file(stream, descriptor: descriptor, name: name)
        case .shell(let text):
            sink = .shell(try ShellCommand(text, defaults: ["LESS": "RS"], terminalOf: base.lineEditor))
        }
    }

    /// The width of a text that goes to no terminal.
    var width: Int { 200 }
    /// Nothing of it is on the screen.
    var rows: Int? { nil }
    var lineEditor: LineEditor? { nil }
    var status: StatusLine? {
        // The terminal is the command's.
        if case .shell = sink { nil } else { base.status }
    }

    /// Waits while the command is far behind.
    func waitForRoom() async {
        if case .shell(let command) = sink { await command.waitForRoom() }
    }

    var isBroken: Bool {
        switch sink {
        case .file(let stream, _, _): stream.isBroken || base.isBroken
        case .shell(let command): command.isBroken || base.isBroken
        }
    }

    func print(_ lines: [StyledText]) {
        guard !lines.isEmpty else { return }
        switch sink {
        case .file(let stream, _, _): stream.print(lines)
        case .shell(let command):
            command.write(Array((lines.map(\.onOneLine.plain).joined(separator: "\n") + "\n").utf8))
        }
    }

    func print(machineLine: String) {
        switch sink {
        case .file(let stream, _, _): stream.print(machineLine: machineLine)
        case .shell(let command): command.write(Array((machineLine + "\n").utf8))
        }
    }

    /// Closes the file, or waits for the command.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if not everything was written.
    func finish() async throws(InspectorError) {
        switch sink {
        case .file(let stream, let descriptor, let name):
            let isWritten = close(descriptor) == 0 && !stream.isBroken
            guard isWritten else { throw InspectorError(.failed, "The file \(name) cannot be written completely.") }
        case .shell(let command):
            let code = await command.finish()
            guard code == 0 || code == 128 + SIGPIPE else {
                throw InspectorError(.failed, "The shell command ended with code \(code).")
            }
        }
    }
}
