package import LineEditing
import Synchronization

/// A terminal with a line editor: all output goes above the line being typed.
package final class EditorConsole: Console {
    private let editor: LineEditor
    private let errors: (any Console)?
    private let count = Mutex(0)
    /// Shown only while a command runs, when no line is being typed.
    package let status: StatusLine?

    /// Creates a console for an editor.
    ///
    /// - Parameters:
    ///   - editor: The editor.
    ///   - errors: The console for errors if standard error is not the same terminal.
    package init(editor: LineEditor, errors: (any Console)? = nil) {
        self.editor = editor
        self.errors = errors
        status = StatusLine(descriptor: 1, colour: ColourChoice.isWanted)
    }

    package var printed: Int { count.withLock { $0 } }

    package var lineEditor: LineEditor? { editor }

    package var width: Int { max(editor.columns, 20) }

    package var rows: Int? { TerminalSize.rows(of: 1) }

    package var reportWidth: Int { errors?.reportWidth ?? width }

    package func edit(_ text: String) async throws(InspectorError) -> String {
        do throws(LineEditingError) {
            return try await editor.edit(text)
        } catch {
            throw InspectorError(.failed, "Nothing was done: \(error.message).")
        }
    }

    package func print(_ lines: [StyledText]) {
        guard !lines.isEmpty else { return }
        above { editor.print(lines.map(\.onOneLine).joined(separator: "\n")) }
    }

    package func print(machineLine: String) {
        above { editor.print(machineLine) }
    }

    package func report(_ lines: [StyledText]) {
        if let errors { errors.report(lines) } else { print(lines) }
    }

    package func report(machineLine: String) {
        if let errors { errors.report(machineLine: machineLine) } else { print(machineLine: machineLine) }
    }

    private func above(_ print: () -> Void) {
        count.withLock { $0 += 1 }
        if let status { status.above(print) } else { print() }
    }
}
