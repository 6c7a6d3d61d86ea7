import InspectorCore
import ArgumentParser
import StrobeProtocol
import StrobeTree

/// `strobe protocol`.
struct ProtocolCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protocol", abstract: "Prints every method and notification of the debug protocol, as Markdown.")

    @Flag(help: "Print the result of protocol/describe, as JSON.")
    var json = false

    @Flag(help: "Print the JSON schema of all messages.")
    var schema = false

    func validate() throws {
        if json, schema { throw ValidationError("Give either --json or --schema.") }
    }

    func run() throws {
        let console = StreamConsole(colour: false)
        if json {
            console.print(machineLine: JSON.text(try MessageEncoder().encode(MethodRegistry.description)))
        } else if schema {
            console.print(machineLine: JSON.text(MethodRegistry.schema, style: .pretty))
        } else {
            for line in ProtocolReference.markdown.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                console.print(machineLine: String(line))
            }
        }
    }
}
