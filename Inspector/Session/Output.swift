import InspectorCore
import LineEditing
import StrobeClient
import StrobeTree

/// Where answers, remarks and errors go, and in which format.
struct Output: Sendable {
    var console: any Console
    /// Whether results are JSON instead of text.
    let isJSON: Bool
    /// The name of the command that prints, which its lines of JSON begin with.
    var command = "session"
    /// Whether answers are suppressed, as in a loop of many rounds, which prints a summary at its end.
    var isMuted = false
}

/// A type that prints.
protocol Printing: Sendable {
    var output: Output { get }
}

extension Printing {
    var console: any Console { output.console }

    /// The width available for an answer.
    var layout: Layout { Layout(width: console.width) }

    /// Prints an answer: unchanged as JSON, or rendered as text.
    func show<Result>(_ answer: Answer<Result>, _ render: (Result) -> [StyledText]) {
        show(answer.raw, render(answer.result))
    }

    /// Prints a value that is not an answer of the server.
    ///
    /// - Parameter command: The command that its line of JSON names; by default, the one that prints.
    func show(
        _ value: @autoclosure () -> Value, of command: String? = nil, _ lines: @autoclosure () -> [StyledText]
    ) {
        guard !output.isMuted else { return }
        if output.isJSON {
            console.print(machineLine: MachineLine.text(value(), of: command ?? output.command))
        } else {
            console.print(lines())
        }
    }

    /// Prints a remark, unless the output is JSON.
    func remark(_ text: StyledText) {
        if !output.isJSON, !output.isMuted { console.print([text]) }
    }

    /// Prints a progress message to standard error, unless the output is JSON.
    func note(_ text: String) {
        if !output.isJSON { console.report(StyledText(text, .dim).wrapped(to: console.reportWidth)) }
    }

    /// Prints an error.
    func report(_ error: any Error) {
        console.report(error, asJSON: output.isJSON)
    }
}
