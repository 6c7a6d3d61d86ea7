import InspectorCore
import ArgumentParser
import StrobeRecording

/// Reports the outcome of commands for files.
enum FileOutcome {
    /// Runs one of them and prints its error, if any.
    ///
    /// - Parameter known: Converts the error.
    /// - Throws: `ExitCode` unless it succeeds.
    static func report(
        _ known: (any Error) -> InspectorError = InspectorError.init(any:), _ body: (StreamConsole) throws -> Void
    ) throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        do {
            try body(console)
        } catch {
            let error = known(error)
            console.report(error)
            throw ExitCode((error.code == .usage ? Outcome.usage : .commandFailed).rawValue)
        }
    }
}
