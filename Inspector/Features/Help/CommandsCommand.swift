import InspectorCore
import ArgumentParser

/// `strobe commands`.
struct CommandsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "Prints every command of the prompt, as Markdown.")

    func run() {
        let console = StreamConsole(colour: false)
        for line in CommandReference.markdown.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            console.print(machineLine: String(line))
        }
    }
}
