import ArgumentParser
import StrobeRecording

/// Reports the outcome of `strobe import` and `strobe export`.
enum ExchangeOutcome {
    /// Runs one of them and prints its error, if any.
    ///
    /// - Throws: `ExitCode` unless it succeeds.
    static func report(_ body: (StreamConsole) throws -> Void) throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        do {
            try body(console)
        } catch {
            let error = InspectorError(any: error)
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
            throw ExitCode((error.code == .usage ? Outcome.usage : .commandFailed).rawValue)
        }
    }
}
