import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTransport
import StrobeTree

/// Makes a session of a connection and runs it to its end.
struct SessionLauncher {
    /// Where commands come from.
    private enum Source {
        case given([String])
        case typed(LineEditor)
    }

    /// What is done before and after the commands.
    struct Frame {
        /// Done first.
        ///
        /// - Returns: How the session ends where no command is to be run; `nil` where the commands follow.
        var begin: (Session) async throws -> Outcome?
        /// Done last, with how the session would end.
        ///
        /// - Returns: How it ends.
        var end: (Session, Outcome) async -> Outcome
    }

    let options: SessionOptions
    /// What is opened in place of a process; `nil` for a process.
    var recording: OpenRecording?
    /// Whether commands are run at all.
    var takesCommands = true
    var frame: Frame?

    /// Connects, opens the session, runs the commands.
    ///
    /// - Parameter attach: Makes the connection; a program that it starts writes its errors where it is told to.
    /// - Throws: `ExitCode` unless all went well; what went wrong is printed by then.
    func run(_ attach: (ChildProcess.ErrorOutput) async throws -> DebugClient) async throws {
        let completion = CompletionSource()
        let source: Source
        do {
            source = try self.source(completion)
        } catch {
            report(error, on: StreamConsole(colour: ColourChoice.isWanted))
            let isUsage = InspectorError(any: error).code == .usage
            throw ExitCode((isUsage ? Outcome.usage : .commandFailed).rawValue)
        }
        let console = console(for: source)
        let isAtPrompt = if case .typed(let editor) = source { editor.isInteractive } else { false }
        let outcome: Outcome
        do {
            let client = try await attach(isAtPrompt ? .lines { console.print([StyledText($0, .dim)]) } : .inherited)
            outcome = await run(client, source, console, completion)
            await client.close()
        } catch {
            report(error, on: console)
            outcome = .connectionLost
        }
        if case .typed(let editor) = source { await editor.close() }
        if outcome != .success { throw ExitCode(outcome.rawValue) }
    }

    private func run(
        _ client: DebugClient, _ source: Source, _ console: any Console, _ completion: CompletionSource
    ) async -> Outcome {
        let opened: Initialize.Result
        do {
            opened = try await open(client, console)
        } catch {
            report(error, on: console)
            return .connectionLost
        }
        var sessionOptions = Session.Options(isJSON: options.json)
        if case .typed(let editor) = source { sessionOptions.isInteractive = editor.isInteractive }
        let session = Session(
            client: client, process: opened.process, stores: opened.stores, console: console,
            options: sessionOptions)
        completion.set(session)
        await session.setRecording(recording)
        let following = recording?.follow(session)
        defer { following?.cancel() }
        let events = Task { await session.follow() }
        defer { events.cancel() }
        await session.followStores()
        await session.followGates()
        await session.followDivergence()
        let outcome = await runFramed(source, in: session, opened, console)
        await session.endRecording()
        return outcome
    }

    /// Runs the commands, between what a command that is more than a prompt does before and after them.
    private func runFramed(
        _ source: Source, in session: Session, _ opened: Initialize.Result, _ console: any Console
    ) async -> Outcome {
        guard let frame else { return await run(source, in: session, opened, console) }
        let outcome: Outcome
        do {
            if let end = try await frame.begin(session) {
                outcome = end
            } else {
                outcome = await run(source, in: session, opened, console)
            }
        } catch {
            report(error, on: console)
            outcome = InspectorError(any: error).code == .usage ? .usage : .connectionLost
        }
        return await frame.end(session, outcome)
    }

    /// Runs the commands.
    private func run(
        _ source: Source, in session: Session, _ opened: Initialize.Result, _ console: any Console
    ) async -> Outcome {
        switch source {
        case .given(let lines):
            recording?.reportLosses(on: console, asJSON: options.json)
            var lines = lines.makeIterator()
            return await ScriptRunner(session: session, keepsGoing: options.keepGoing).run { lines.next() }
        case .typed(let editor) where editor.isInteractive:
            if !options.json {
                console.print(recording?.banner(opened, console) ?? BannerRendering.lines(opened))
            }
            return await PromptRunner(session: session, editor: editor).run(first: options.commands)
        case .typed(let editor):
            recording?.reportLosses(on: console, asJSON: options.json)
            var first = options.commands.makeIterator()
            await session.setLossHandler { editor.cancel() }
            return await ScriptRunner(session: session, keepsGoing: options.keepGoing).run {
                if let line = first.next() { return line }
                return try await Self.nextLine(of: editor)
            }
        }
    }

    /// Opens the session, and says so when the process is slow to answer.
    private func open(_ client: DebugClient, _ console: any Console) async throws -> Initialize.Result {
        let question =
            client.child == nil
            ? "is the process busy, or stopped, by a debugger perhaps?"
            : "does it speak the protocol on its standard streams, and nothing else there?"
        let options = options
        return try await Patience.wait(.seconds(3)) {
            guard !options.json else { return }
            let text = StyledText("no answer yet; \(question) Ctrl-C gives up", .dim)
            console.report(text.wrapped(to: console.reportWidth))
        } _: {
            try await client.initialize(
                client: .init(name: "strobe", version: StrobeCommand.version),
                access: options.readOnly ? .read : .control)
        }
    }

    private func source(_ completion: CompletionSource) throws -> Source {
        guard takesCommands else { return .given([]) }
        if let given = try options.givenCommands() { return .given(given) }
        var editing = EditorOptions()
        editing.usesColour = ColourChoice.isWanted
        editing.historyPath = HistoryFile.prepared()
        editing.complete = { line, cursor in await completion.complete(line, cursor) }
        editing.isComplete = LineSyntax.isComplete
        editing.highlight = LineSyntax.highlighted
        return .typed(try LineEditor(options: editing))
    }

    private func console(for source: Source) -> any Console {
        let streams = StreamConsole(colour: ColourChoice.isWanted)
        guard case .typed(let editor) = source, editor.isInteractive else { return streams }
        // Standard error that is not the terminal was redirected on purpose.
        return EditorConsole(editor: editor, errors: TerminalSize.columns(of: 2) == nil ? streams : nil)
    }

    private static func nextLine(of editor: LineEditor) async throws -> String? {
        switch await editor.readLine("") {
        case .line(let line): return line
        case .lineTooLong(let limit): throw InspectorError(.usage, "A line is longer than \(limit) bytes.")
        case .interrupted, .endOfFile, .cancelled, .terminated: return nil
        }
    }

    /// Says what went wrong before there was a session.
    func report(_ error: any Error) {
        report(error, on: StreamConsole(colour: ColourChoice.isWanted))
    }

    private func report(_ error: any Error, on console: any Console) {
        if options.json {
            console.report(machineLine: JSON.text(ErrorRendering.object(error)))
        } else {
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
        }
    }
}
