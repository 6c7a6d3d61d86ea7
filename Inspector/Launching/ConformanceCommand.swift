import ArgumentParser
import Foundation
import StrobeClient
import StrobeConformance
import StrobeTree

/// `strobe conformance`.
struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Tries a server against the rules of the protocol.",
        usage: """
            strobe conformance [options] [TARGET]
            strobe conformance [options] -- COMMAND...
            strobe conformance --list
            """,
        discussion: """
            Each rule of protocols/v1/specification.md that can be tried from outside is tried: it passes, fails, or is
            skipped where the server does not declare what it takes. A command is started anew for each connection and
            speaks on its standard streams. Where the server grants control, actions are dispatched, at best some that
            ask for no effects; nothing is undone afterwards.

            A command that serves the store described in protocols/v1/transcripts/README.md is held to the transcripts
            as well.

            Exit codes: 0 nothing failed, 1 a rule is broken, 2 there is nothing to connect to, 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp(
            "A name or process id that `strobe list` shows, HOST:PORT, or the path of a socket. May be left out when one process runs.",
            valueName: "target"))
    var target: String?

    @Argument(parsing: .postTerminator, help: "A program that serves its standard streams, and its arguments.")
    var command: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Try this rule, or those that begin with it (framing); may be given again.", valueName: "rule"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Dispatch to this store.", valueName: "id"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Dispatch this action; without, some are made from the store's schema.", valueName: "json"))
    var action: String?

    @Option(help: ArgumentHelp("How long an answer may take.", valueName: "seconds"))
    var timeout = 10

    @Option(
        help: ArgumentHelp(
            "The folder of the transcripts; protocols/v1/transcripts where that is there.", valueName: "folder"))
    var transcripts: String?

    @Flag(help: "Print an object a line for each rule.")
    var json = false

    @Option(help: ArgumentHelp("Write the results to a file, in the XML of JUnit.", valueName: "file"))
    var junit: String?

    @Flag(help: "List the rules and leave.")
    var list = false

    func validate() throws {
        if target != nil, !command.isEmpty {
            throw ValidationError("Either a target or a command is tried: leave out one of them.")
        }
        guard (1...3_600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
        if action != nil, store == nil { throw ValidationError("--action needs --store: which store takes it?") }
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
                    machineLine: JSON.text(ConformanceRendering.object(rule, isTried: tried.contains(rule.id))))
            }
            return
        }
        do {
            let kit = try ConformanceKit(try subject(), options: try options())
            let clock = ContinuousClock()
            let start = clock.now
            let results = await kit.run { result in
                if !json { console.print(rendering.lines(result)) }
            }
            let duration = clock.now - start
            if json {
                for result in results { console.print(machineLine: JSON.text(ConformanceRendering.object(result))) }
            } else {
                console.print(rendering.summary(results, duration))
            }
            if let junit { try write(JUnitText.text(results, duration: duration), to: junit) }
            if results.contains(where: { $0.outcome == .fail }) { throw ExitCode(Outcome.commandFailed.rawValue) }
        } catch let code as ExitCode {
            throw code
        } catch {
            let known = (error as? ConformanceError).map(Self.inspectorError) ?? InspectorError(any: error)
            if json {
                console.report(machineLine: JSON.text(ErrorRendering.object(known)))
            } else {
                console.report(ErrorRendering.lines(known, width: console.reportWidth))
            }
            switch known.code {
            case .usage: throw ExitCode(Outcome.usage.rawValue)
            case .failed, .cancelled: throw ExitCode(Outcome.commandFailed.rawValue)
            case .connectionLost: throw ExitCode(Outcome.connectionLost.rawValue)
            }
        }
    }

    private func subject() throws -> any Subject {
        guard command.isEmpty else { return CommandSubject(command: command) }
        let found = try AttachCommand.find(target, for: "strobe conformance")
        guard let endpoint = found.endpoints.first else {
            throw InspectorError(.connectionLost, "The process listens nowhere. Start it with an endpoint.")
        }
        return SocketSubject(endpoint: endpoint, token: found.token)
    }

    private func options() throws -> ConformanceOptions {
        var options = ConformanceOptions(timeout: .seconds(timeout), store: store, only: only)
        if let action {
            do {
                options.action = try JSON.parse(action)
            } catch {
                throw InspectorError(.usage, "`--action` is no JSON: \(error.message)")
            }
        }
        options.transcripts = try givenTranscripts()
        return options
    }

    private func givenTranscripts() throws -> [ConformanceTranscript] {
        let folder = transcripts ?? "protocols/v1/transcripts"
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            guard transcripts != nil else { return [] }
            throw InspectorError(.usage, "The folder \(folder) cannot be read: \(error.localizedDescription)")
        }
        return try names.filter { $0.hasSuffix(".jsonl") }.sorted().map { name in
            let text = try String(contentsOf: URL(filePath: folder).appending(path: name), encoding: .utf8)
            return try ConformanceTranscript(name: String(name.dropLast(".jsonl".count)), text: text)
        }
    }

    private func write(_ text: String, to file: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw InspectorError(.failed, "The file \(file) cannot be written: \(error.localizedDescription)")
        }
    }

    private static func inspectorError(_ error: ConformanceError) -> InspectorError {
        switch error.code {
        case .cannotOpen: InspectorError(.connectionLost, error.message)
        case .unknownRule, .badTranscript: InspectorError(.usage, error.message)
        }
    }
}
