import Foundation
import TerminalTesting
import Testing

/// Shells that complete the inspector's command line, each at a terminal of its own.
@Suite("Completion in shells", .timeLimit(.minutes(5)))
struct CompletionTests {
    enum Interpreter: String, CaseIterable {
        case bash, zsh, fish

        /// Whether its tests run: skipped without it, unless the environment requires it.
        var isWanted: Bool {
            Shell.has(rawValue) || ProcessInfo.processInfo.environment["STROBE_NEEDS_SHELLS"] != nil
        }

        /// The file in which it reads its settings, which find the completions below a folder.
        func settings(_ prefix: String) -> (file: String, text: String) {
            let share = "\(prefix)/share"
            return switch self {
            case .bash: ("bashrc", "PS1='ready> '; source \(share)/bash-completion/completions/strobe")
            case .zsh:
                (
                    ".zshrc",
                    "PS1='ready> '; fpath=(\(share)/zsh/site-functions $fpath); autoload -Uz compinit; compinit -D -u"
                )
            // It searches XDG_DATA_DIRS.
            case .fish: ("fish/config.fish", "set fish_greeting; function fish_prompt; echo -n 'ready> '; end")
            }
        }

        func arguments(_ folder: String) -> [String] {
            self == .bash ? ["--rcfile", "\(folder)/bashrc", "-i"] : ["-i"]
        }
    }

    @Test(
        "subcommands, processes, options and files are completed as they are typed",
        .enabled(
            "zsh and fish are not installed: apt-get install zsh fish. STROBE_NEEDS_SHELLS=1 makes that a failure."
        ) {
            Interpreter.allCases.contains(where: \.isWanted)
        }, arguments: Interpreter.allCases.filter(\.isWanted))
    func completes(_ shell: Interpreter) async throws {
        let path = try #require(Shell.path(of: shell.rawValue), "It is not installed: apt-get install \(shell).")
        try await DemoProcess.with("--unix") { demo in
            let folder = demo.directory.path() + "home"
            let prefix = demo.directory.path() + "prefix"
            #expect(try await demo.strobe("install", "--prefix", prefix).status == 0)
            let (file, text) = shell.settings(prefix)
            // fish reads all manual pages once, unless it has done so.
            let files = [
                file: text + "\n", "a script.strobe": "nonsense\n", ".local/share/fish/generated_completions/none": "",
            ]
            for (name, text) in files {
                let url = URL(filePath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: url, atomically: true, encoding: .utf8)
            }
            let environment = demo.environment.merging([
                "HOME": folder, "ZDOTDIR": folder, "XDG_CONFIG_HOME": folder,
                "PATH": "\(prefix)/bin:/usr/bin:/bin", "XDG_DATA_DIRS": "\(prefix)/share:/usr/share",
            ]) { $1 }
            let pid = String(demo.run.pid)
            try await onThread {
                let terminal = try PTYProcess(
                    path, shell.arguments(folder), environment: environment, rows: 40, columns: 100)
                try terminal.wait(forLine: "ready>")
                try terminal.send("cd \(folder)\r")
                // A subcommand, a process by its name, an option.
                try terminal.send("strobe att\tstrobe-d\t--read-o\t-e 'get .session'\r")
                try terminal.wait(forText: "\"initialized\"")
                // A process by its number.
                try terminal.send("clear; strobe attach \(pid.dropLast())\t-e 'get .effect'\r")
                try terminal.wait(forText: "null")
                // The same without the command that attaches.
                try terminal.send("clear; strobe \(pid.dropLast())\t-e 'get .session'\r")
                try terminal.wait(forText: "\"initialized\"")
                // A subcommand of a subcommand, a file whose name has a blank.
                try terminal.send("strobe script ch\ta\\ s\t\r")
                try terminal.wait(forText: "a script.strobe:1")
            }
        }
    }
}
