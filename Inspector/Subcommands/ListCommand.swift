import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// `strobe list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the running processes that you can attach to.")

    @Flag(help: "Print a JSON object per line, one for each process.")
    var json = false

    @Argument(
        help: ArgumentHelp(
            "The directory to search, such as one that a container shares; default: your own.",
            valueName: "directory"), completion: .directory)
    var directory: String?

    func run() async throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        let records: [DiscoveryRecord]
        var faults: [InspectorError] = []
        do {
            let folder = try directory.map { text throws(InspectorError) in
                guard let folder = Discovery.directory(text) else {
                    throw InspectorError(.connectionLost, "\(text) is not a directory.")
                }
                return folder
            }
            records = try Discovery.processes(in: folder) { path, reason in
                faults.append(InspectorError(.failed, "\(path) is skipped: \(reason)."))
            }
        } catch {
            console.report(ErrorRendering.lines(error))
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
        guard json else {
            console.print(ProcessRendering.lines(records, width: console.width))
            for fault in faults { console.report(fault) }
            return
        }
        for var record in records {
            record.token = nil
            console.print(machineLine: MachineLine.text(try MessageEncoder().encode(record), of: "list"))
        }
        for fault in faults { console.report(fault, asJSON: true) }
    }
}
