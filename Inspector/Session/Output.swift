import LineEditing
import StrobeClient
import StrobeTree

/// Where answers, remarks and errors go, and in which form.
struct Output: Sendable {
    let console: any Console
    /// Result objects for programs in place of text for people.
    let isJSON: Bool
    /// Whether answers are left out for now: those of the many rounds of a loop, which is summed up at its end.
    var isMuted = false
}

/// What prints.
protocol Printing: Sendable {
    var output: Output { get }
}

extension Printing {
    var console: any Console { output.console }

    /// How much room there is for an answer.
    var layout: Layout { Layout(width: console.width) }

    /// Prints an answer: as it came for programs, rendered for people.
    func show<Result>(_ answer: Answer<Result>, _ render: (Result) -> [StyledText]) {
        show(answer.raw, render(answer.result))
    }

    /// Prints something that did not come from the server.
    func show(_ value: @autoclosure () -> Value, _ lines: @autoclosure () -> [StyledText]) {
        guard !output.isMuted else { return }
        if output.isJSON {
            console.print(machineLine: JSON.text(value()))
        } else {
            console.print(lines())
        }
    }

    /// Prints a remark for people only.
    func remark(_ text: StyledText) {
        if !output.isJSON, !output.isMuted { console.print([text]) }
    }

    /// Tells people, beside the answers, how things are going.
    func note(_ text: String) {
        if !output.isJSON { console.report(StyledText(text, .dim).wrapped(to: console.reportWidth)) }
    }

    /// Prints what went wrong.
    func report(_ error: any Error) {
        if output.isJSON {
            console.report(machineLine: JSON.text(ErrorRendering.object(error)))
        } else {
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
        }
    }
}
