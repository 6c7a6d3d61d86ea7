import InspectorCore
import ArgumentParser
import StrobeClient
import StrobeConformance
import StrobeSystem
import StrobeTree

/// `strobe conformance`.
struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Tests a server against the rules of the protocol.",
        usage: """
            strobe conformance [options] [TARGET]
            strobe conformance [options] -- COMMAND...
            strobe conformance --list
            """,
        discussion: """
            Tests each rule of protocols/v1/specification.md that can be tested from outside: a rule passes, fails, \
            or is skipped if the server does not declare what the rule needs. \
            A command is started for each connection and serves \
            its standard streams. If the server grants control, the tests dispatch actions, preferably without effects, \
            and drop the beginning of a history; nothing is undone afterwards.

            With the folder of the specification, all messages of the server are validated against its schema.json, and \
            a command that serves the store described in its transcripts/README.md is also tested with the transcripts.

            Exit codes: 0 nothing failed, 1 a rule is broken, 2 no connection, 64 wrong usage.
            """)

    @OptionGroup var access: TargetOptions

    @Argument(
        help: ArgumentHelp(
            "A name or process id that `strobe list` shows, HOST:PORT, or the path of a socket. Optional if only one process is running.",
            valueName: "target"), completion: .process)
    var target: String?

    @Argument(
        parsing: .postTerminator, help: "A program that serves its standard streams, and its arguments.",
        completion: .file())
    var command: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Test only this rule, or the rules with this prefix (framing); may be repeated.", valueName: "rule"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Dispatch to this store.", valueName: "id"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Dispatch this action; default: actions made from the store's schema.", valueName: "json"))
    var action: String?

    @Option(help: ArgumentHelp("How long an answer may take.", valueName: "seconds"))
    var timeout = 10

    @Option(
        help: ArgumentHelp(
            "The specification, with schema.json and transcripts; default: protocols/v1, if it exists.",
            valueName: "folder"), completion: .directory)
    var specification: String?

    @Flag(help: "Print a JSON object per line, one for each rule.")
    var json = false

    @Option(help: ArgumentHelp("Write the results to a file, as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Flag(help: "List the rules and exit.")
    var list = false

    func validate() throws {
        if target != nil, !command.isEmpty {
            throw ValidationError("Give either a target or a command, not both.")
        }
        guard (1...3_600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
        if action != nil, store == nil { throw ValidationError("--action needs --store.") }
    }

    func run() async throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        let rendering = ConformanceRendering(layout: Layout(width: console.width))
        if list {
            let tried = Set(ConformanceKit.rules.map(\.id))
            for rule in ConformanceKit.specifiedRules {
                guard json else {
                    console.print(rendering.lines(rule, isTried: tried.contains(rule.id)))
                    continue
                }
                console.print(
                    machineLine: MachineLine.text(
                        ConformanceRendering.object(rule, isTried: tried.contains(rule.id)), of: "conformance"))
            }
            return
        }
        do {
            let kit = try ConformanceKit(try subject(), options: try options())
            let clock = ContinuousClock()
            let start = clock.now
            let results = try await kit.run { result in
                if !json { console.print(rendering.lines(result)) }
            }
            let duration = clock.now - start
            if json {
                for result in results {
                    console.print(machineLine: MachineLine.text(ConformanceRendering.object(result), of: "conformance"))
                }
            } else {
                console.print(rendering.summary(results, duration))
            }
            if let junit { try OutputFile.write(Array(JUnitText.text(results, duration: duration).utf8), to: junit) }
            if results.contains(where: { $0.outcome == .fail }) { throw ExitCode(Outcome.commandFailed.rawValue) }
        } catch let code as ExitCode {
            throw code
        } catch {
            let known = (error as? ConformanceError).map(Self.inspectorError) ?? InspectorError(any: error)
            console.report(known, asJSON: json)
            switch known.code {
            case .usage: throw ExitCode(Outcome.usage.rawValue)
            case .failed, .cancelled: throw ExitCode(Outcome.commandFailed.rawValue)
            case .connectionLost: throw ExitCode(Outcome.connectionLost.rawValue)
            }
        }
    }

    private func subject() throws -> any Subject {
        guard command.isEmpty else { return CommandSubject(command: command) }
        let found = try access.find(target, for: "strobe conformance")
        guard let endpoint = found.endpoints.first else {
            throw InspectorError(.connectionLost, "The process does not listen on any endpoint. Start it with one.")
        }
        return SocketSubject(endpoint: endpoint, token: found.token)
    }

    private func options() throws -> ConformanceOptions {
        var options = ConformanceOptions(timeout: .seconds(timeout), store: store, only: only)
        if let action {
            do {
                options.action = try JSON.parse(action)
            } catch {
                throw InspectorError(.usage, "`--action` is not JSON: \(error.message)")
            }
        }
        let folder = URL(filePath: specification ?? "protocols/v1", directoryHint: .isDirectory)
        guard specification != nil || FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
            return options
        }
        options.schema = try WireSchema(text: try text(folder.appending(path: "schema.json")))
        options.transcripts = try transcripts(in: folder.appending(path: "transcripts", directoryHint: .isDirectory))
        return options
    }

    private func transcripts(in folder: URL) throws -> [ConformanceTranscript] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        } catch {
            throw Self.unreadable(folder, error)
        }
        return try names.filter { $0.hasSuffix(".jsonl") }.sorted().map { name in
            try ConformanceTranscript(
                name: String(name.dropLast(".jsonl".count)), text: try text(folder.appending(path: name)))
        }
    }

    private func text(_ file: URL) throws(InspectorError) -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw Self.unreadable(file, error)
        }
    }

    private static func unreadable(_ file: URL, _ error: any Error) -> InspectorError {
        let path = file.path(percentEncoded: false)
        return InspectorError(
            .usage,
            "\(path) cannot be read: \(error.systemReason). `--specification` takes the folder `protocols/v1`.")
    }

    private static func inspectorError(_ error: ConformanceError) -> InspectorError {
        switch error.code {
        case .cannotOpen: InspectorError(.connectionLost, error.message)
        case .unknownRule, .badTranscript, .badSchema: InspectorError(.usage, error.message)
        }
    }
}
