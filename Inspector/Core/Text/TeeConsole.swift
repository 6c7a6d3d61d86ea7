package import LineEditing
import StrobeSystem
import Synchronization

/// A console whose output can also go to a file.
package final class TeeConsole: WrappingConsole {
    private struct Copy {
        let file: String
        let descriptor: CInt
        let console: StreamConsole
    }

    package let base: any Console
    private let copy = Mutex<Copy?>(nil)

    package init(_ base: any Console) {
        self.base = base
    }

    deinit {
        stop()
    }

    /// The file that is written to.
    package var file: String? { copy.withLock { $0?.file } }

    /// Starts to write to a file, at its end.
    ///
    /// - Throws: ``InspectorError`` (`failed`).
    package func start(_ file: String) throws(InspectorError) {
        let descriptor = try OutputFile.open(file, appends: true)
        stop()
        let console = StreamConsole(output: descriptor, colour: false)
        copy.withLock { $0 = Copy(file: file, descriptor: descriptor, console: console) }
    }

    /// Closes the file.
    package func stop() {
        copy.withLock { copy in
            if let copy { close(copy.descriptor) }
            copy = nil
        }
    }

    private func copy(_ write: (StreamConsole) -> Void) {
        let isBroken = copy.withLock { copy in
            guard let copy else { return false }
            write(copy.console)
            return copy.console.isBroken
        }
        guard isBroken, let file else { return }
        stop()
        base.report(InspectorError(.failed, "The file \(file) can no longer be written."))
    }

    package func note(typed line: String) { copy { $0.print([StyledText(line)]) } }

    package func note(shown lines: [StyledText]) { copy { $0.print(lines) } }

    package func print(_ lines: [StyledText]) {
        base.print(lines)
        copy { $0.print(lines) }
    }

    package func print(machineLine: String) {
        base.print(machineLine: machineLine)
        copy { $0.print(machineLine: machineLine) }
    }

    package func report(_ lines: [StyledText]) {
        base.report(lines)
        copy { $0.print(lines) }
    }

    package func report(machineLine: String) {
        base.report(machineLine: machineLine)
        copy { $0.print(machineLine: machineLine) }
    }
}
