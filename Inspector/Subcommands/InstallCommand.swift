import InspectorCore
import ArgumentParser
import LineEditing
import StrobeSystem

/// `strobe install`.
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Installs this program, its completions and its manual page where shells find them.",
        discussion: """
            In a clone, run Inspector/Installing/install.sh. Files of an earlier installation are replaced; nothing else \
            is touched. The demo is installed as well if it was built.
            """)

    @Option(
        help: ArgumentHelp(
            "The folder with bin and share; default: /usr/local for root, ~/.local for others.",
            valueName: "directory"), completion: .directory)
    var prefix: String?

    @Flag(help: "Remove what was installed there.")
    var uninstall = false

    func run() throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        let folder = URL(filePath: prefix ?? Installation.defaultPrefix()).standardizedFileURL.path
        let installation = Installation(prefix: folder, files: try files())
        do {
            let done = uninstall ? try installation.uninstall() : installation.files.map(\.path)
            if !uninstall { try installation.install() }
            console.print([StyledText("\(uninstall ? "removed from" : "installed in") \(folder)", .strong)])
            console.print(done.isEmpty ? ["  nothing was installed there"] : done.map { StyledText("  \($0)") })
        } catch {
            console.report(error)
            throw ExitCode(Outcome.commandFailed.rawValue)
        }
        guard !uninstall else { return }
        func folders(_ name: String) -> [String] {
            (ProcessInfo.processInfo.environment[name] ?? "").split(separator: ":").map(String.init)
        }
        var advice = installation.advice(
            path: folders("PATH"), dataFolders: folders("XDG_DATA_DIRS"), home: ThisUser.home)
        #if DEBUG
            advice.append("this is a debug build; a fast one: Inspector/Installing/install.sh")
        #endif
        let isDefault = folder == Installation.defaultPrefix()
        advice.append("to remove it: strobe install --uninstall" + (isDefault ? "" : " --prefix \(folder)"))
        console.print(advice.map { StyledText($0, .dim) })
    }

    /// The files: this program, the demo if it is beside it, and what is made of the tables of commands.
    private func files() throws -> [(path: String, content: Installation.Content)] {
        guard let program = ThisProgram.path else {
            throw ValidationError("The path of this program is unknown.")
        }
        let demo = program.directoryPath + "/strobe-demo"
        let hasDemo = uninstall || FileManager.default.isExecutableFile(atPath: demo)
        return [("bin/strobe", .program(program))] + (hasDemo ? [("bin/strobe-demo", .program(demo))] : []) + [
            ("share/bash-completion/completions/strobe", .text(CompletionScript.text(for: .bash))),
            ("share/zsh/site-functions/_strobe", .text(CompletionScript.text(for: .zsh))),
            ("share/fish/vendor_completions.d/strobe.fish", .text(CompletionScript.text(for: .fish))),
            ("share/man/man1/strobe.1", .text(Self.manual)),
        ]
    }

    private static var manual: String {
        ManualPage.text(
            version: Version.current, overview: StrobeCommand.helpMessage(columns: 72),
            subcommands: helps(of: StrobeCommand.self, ""), commands: CommandTable.all)
    }

    /// The help of all subcommands, with those of each after it.
    private static func helps(of command: any ParsableCommand.Type, _ path: String) -> [(name: String, help: String)] {
        command.configuration.subcommands.flatMap { subcommand in
            let name = path + (subcommand.configuration.commandName ?? "")
            return [(name, StrobeCommand.helpMessage(for: subcommand, columns: 72))]
                + helps(of: subcommand, name + " ")
        }
    }
}
