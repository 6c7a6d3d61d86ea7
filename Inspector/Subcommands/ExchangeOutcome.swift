import ArgumentParser
import StrobeRecording

/// How `strobe import` and `strobe export` end.
enum ExchangeOutcome {
    /// Runs one of them; what goes wrong is printed.
    ///
    /// - Throws: `ExitCode` unless all went well.
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
