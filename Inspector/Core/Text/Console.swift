package import LineEditing
import StrobeTree

/// The output for answers, events and errors.
package protocol Console: Sendable {
    /// The current width of the terminal, in columns.
    var width: Int { get }
    /// The width for errors; unlimited if they do not go to a terminal.
    var reportWidth: Int { get }
    /// Whether the reader of the output has gone.
    var isBroken: Bool { get }
    /// How many times something was printed.
    var printed: Int { get }
    /// The status line for long-running work; `nil` if there is no terminal.
    var status: StatusLine? { get }
    /// The number of lines of the terminal that output goes to; `nil` if there is none.
    var rows: Int? { get }
    /// Notes a line that the user typed, with the prompt before it.
    func note(typed line: String)
    /// Notes lines that another program showed.
    func note(shown lines: [StyledText])
    /// The editor of the terminal; `nil` if there is none.
    var lineEditor: LineEditor? { get }
    /// Lets the user edit a text in an editor of their own.
    ///
    /// - Throws: ``InspectorError`` without a terminal, or if the editor fails.
    func edit(_ text: String) async throws(InspectorError) -> String
    /// Prints lines of an answer or an event.
    func print(_ lines: [StyledText])
    /// Prints one line of JSON unchanged.
    func print(machineLine: String)
    /// Prints lines of an error.
    func report(_ lines: [StyledText])
    /// Prints an error as one line of JSON unchanged.
    func report(machineLine: String)
}

extension Console {
    /// Prints an error.
    package func report(_ error: any Error, asJSON isJSON: Bool = false) {
        if isJSON {
            report(machineLine: JSON.text(ErrorRendering.object(error)))
        } else {
            report(ErrorRendering.lines(error, width: reportWidth))
        }
    }

    package func edit(_ text: String) async throws(InspectorError) -> String {
        throw InspectorError(.usage, "`--editor` needs a terminal.")
    }

    package var isBroken: Bool { false }
    package var printed: Int { 0 }
    package var reportWidth: Int { .max }
    package var status: StatusLine? { nil }
    package var rows: Int? { nil }
    package func note(typed line: String) {}
    package func note(shown lines: [StyledText]) {}
    package var lineEditor: LineEditor? { nil }
}
