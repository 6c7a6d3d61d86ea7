import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// `strobe list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the running processes that can be attached to.")

    @Flag(help: "Print one object a line.")
    var json = false

    func run() async throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        let records: [DiscoveryRecord]
        do {
            records = try Discovery.processes()
        } catch {
            console.report(ErrorRendering.lines(error))
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
        guard json else {
            console.print(ProcessRendering.lines(records, width: console.width))
            return
        }
        for var record in records {
            record.token = nil
            console.print(machineLine: JSON.text(try TreeEncoder().encode(record)))
        }
    }
}
