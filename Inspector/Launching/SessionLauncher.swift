import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree

/// Opens a session on a connection and runs it to its end.
struct SessionLauncher {
    /// The source of the commands.
    private enum Source {
        case given(Script)
        case typed(LineEditor)
    }

    /// Work before and after the commands.
    struct Frame {
        /// Runs first.
        ///
        /// - Returns: The outcome if no command is to run; `nil` if the commands follow.
        var begin: (Session) async throws -> Outcome?
        /// Runs last, with the outcome of the commands.
        ///
        /// - Returns: The outcome of the session.
        var end: (Session, Outcome) async -> Outcome
    }

    let options: SessionOptions
    /// How to find the process after the connection is lost; `nil` if it cannot return.
    var wayBack: Reattachment?
    /// The recording opened instead of a process; `nil` for a process.
    var recording: OpenRecording?
    /// Whether commands run at all.
    var takesCommands = true
    var frame: Frame?

    /// Connects, opens the session and runs the commands.
    ///
    /// - Parameter attach: Connects; a program that it starts writes its standard error to the given output.
    /// - Throws: `ExitCode` unless all succeeds; the error is printed before.
    func run(_ attach: (ChildProcess.ErrorOutput) async throws -> DebugClient) async throws {
        let completion = CompletionSource()
        let source: Source
        let variables: ScriptVariables
        let preferences = Preferences()
        var wrongPreference: (any Error)?
        do {
            variables = try options.givenVariables()
            do {
                if let config = try options.configuration() {
                    let failures = config.failures + preferences.read(config.script)
                    if !failures.isEmpty { throw ScriptErrors(failures: failures) }
                }
            } catch {
                // What was asked for must be there; the file that is always read stops nobody.
                guard options.config == nil else { throw error }
                wrongPreference = error
            }
            source = try self.source(completion, preferences)
        } catch {
            report(error, on: StreamConsole(colour: ColourChoice.isWanted))
            let isUsage = InspectorError(any: error).code == .usage
            if isUsage { writeJUnit(ScriptReport(), after: error, .usage) }
            throw ExitCode((isUsage ? Outcome.usage : .commandFailed).rawValue)
        }
        let console = console(for: source)
        if let wrongPreference { self.report(wrongPreference, on: console) }
        let isAtPrompt = if case .typed(let editor) = source { editor.isInteractive } else { false }
        var outcome: Outcome
        let report = ScriptReport()
        do {
            let client = try await attach(isAtPrompt ? .lines { console.print([StyledText($0, .dim)]) } : .inherited)
            outcome = await run(client, source, console, completion, variables, preferences, report)
            await client.close()
            if !writeJUnit(report, after: nil, outcome), outcome == .success { outcome = .commandFailed }
        } catch {
            self.report(error, on: console)
            outcome = .connectionLost
            writeJUnit(report, after: error, outcome)
        }
        if case .typed(let editor) = source { await editor.close() }
        if outcome != .success { throw ExitCode(outcome.rawValue) }
    }

    private func run(
        _ client: DebugClient, _ source: Source, _ console: any Console, _ completion: CompletionSource,
        _ variables: ScriptVariables, _ preferences: Preferences, _ report: ScriptReport
    ) async -> Outcome {
        let opened: Initialize.Result
        do {
            opened = try await open(client, console)
        } catch {
            self.report(error, on: console)
            return .connectionLost
        }
        var sessionOptions = Session.Options(isJSON: options.json, isReadOnly: options.readOnly)
        if case .typed(let editor) = source { sessionOptions.isInteractive = editor.isInteractive }
        let begin: Attachments.Begin = { [sessionOptions, recording] in
            await Self.begin($0, console, sessionOptions, variables, recording, preferences)
        }
        let session = await begin(.init(client: client, opened: opened))
        completion.set(session)
        let following = recording.flatMap { session.follow($0) }
        defer { following?.cancel() }
        guard case .typed(let editor) = source, editor.isInteractive else {
            let outcome = await runFramed(source, in: session, opened, report)
            await session.endTranscript()
            await session.endRecording()
            return outcome
        }
        let tell: @Sendable (Session) async -> Void = { session in
            await session.setPromptHandler { editor.changePrompt(Prompt($0)) }
            await session.setConfirmation { question in
                let prompt = Prompt(StyledText(question))
                guard case .line(let answer) = await editor.readLine(prompt, isQuestion: true) else { return false }
                return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
            }
        }
        await tell(session)
        let attachments = Attachments(session, wayBack ?? Reattachment()) {
            let session = await begin($0)
            await tell(session)
            return session
        } onSwitch: {
            completion.set($0)
        }
        if wayBack != nil { await session.set(attachments: attachments) }
        let outcome = await runFramed(source, in: session, opened, report, attachments)
        await attachments.endAll()
        return outcome
    }

    /// Creates a session that is ready for commands.
    private static func begin(
        _ connected: Reattachment.Return, _ console: any Console, _ options: Session.Options,
        _ variables: ScriptVariables, _ recording: OpenRecording?, _ preferences: Preferences
    ) async -> Session {
        let opened = connected.opened
        let session = Session(
            client: connected.client, process: opened.process,
            redaction: recording.map(\.redaction) ?? opened.redaction ?? [], opened: opened,
            stores: opened.stores, console: console, options: options, preferences: preferences)
        session.set(variables)
        await session.setRecording(recording)
        // The task ends with the connection.
        Task { await session.follow() }
        await session.followStores()
        await session.followGates()
        await session.followDivergence()
        return session
    }

    /// Runs the commands between the begin and end of the frame, if there is one.
    private func runFramed(
        _ source: Source, in session: Session, _ opened: Initialize.Result, _ report: ScriptReport,
        _ attachments: Attachments? = nil
    ) async -> Outcome {
        guard let frame else { return await run(source, in: session, opened, report, attachments) }
        let outcome: Outcome
        do {
            if let end = try await frame.begin(session) {
                outcome = end
            } else {
                outcome = await run(source, in: session, opened, report, attachments)
            }
        } catch {
            self.report(error, on: session.console)
            outcome = InspectorError(any: error).code == .usage ? .usage : .connectionLost
        }
        return await frame.end(session, outcome)
    }

    /// Runs the commands.
    private func run(
        _ source: Source, in session: Session, _ opened: Initialize.Result, _ report: ScriptReport,
        _ attachments: Attachments?
    ) async -> Outcome {
        let console = session.console
        let runner = ScriptRunner(session: session, keepsGoing: options.keepGoing, report: report)
        switch source {
        case .given(let script):
            recording?.reportLosses(on: console, asJSON: options.json)
            return await interruptible(session, report) { await runner.run(script) }
        case .typed(let editor):
            if let attachments {
                if !options.json {
                    console.print(recording?.banner(opened, console) ?? BannerRendering.lines(opened))
                }
                return await PromptRunner(attachments: attachments, editor: editor, waitsForReturn: wayBack != nil)
                    .run(first: options.commands)
            }
            recording?.reportLosses(on: console, asJSON: options.json)
            await session.setLossHandler { editor.cancel() }
            return await interruptible(session, report) {
                await runner.run { try await Self.nextLine(of: editor) }
            }
        }
    }

    /// Runs a script that Ctrl-C and SIGTERM interrupt, then reports the results of its expectations.
    private func interruptible(
        _ session: Session, _ report: ScriptReport, _ body: @escaping @Sendable () async -> Outcome
    ) async -> Outcome {
        let signals = await EndingSignals()
        let running = Task { await session.confirmReplay(await body()) }
        signals.onFirst { running.cancel() }
        defer { signals.restore() }
        let outcome = await running.value
        if !options.json {
            session.console.report(ScriptRendering.lines(report.cases, after: report.duration))
        }
        return outcome == .interrupted && signals.taken != SIGINT ? .terminated : outcome
    }

    /// Writes the results of the expectations as JUnit XML if requested.
    ///
    /// - Parameter error: The error that prevented the run.
    /// - Returns: Whether it was written.
    @discardableResult
    private func writeJUnit(_ report: ScriptReport, after error: (any Error)?, _ outcome: Outcome) -> Bool {
        guard let file = options.junit else { return true }
        var errors: [(place: ScriptPlace?, message: String)] = []
        switch error {
        case let failures as ScriptErrors:
            errors = failures.failures.map { ($0.place, InspectorError(any: $0).message) }
        case let failure as ScriptFailure: errors = [(failure.place, InspectorError(any: failure).message)]
        case let error?: errors = [(nil, InspectorError(any: error).message)]
        case nil:
            switch outcome {
            case .connectionLost: errors = [(nil, "The connection was lost.")]
            case .interrupted, .terminated: errors = [(nil, "The script was interrupted.")]
            case .success, .commandFailed, .usage: break
            }
        }
        let text = JUnitText.text(report.cases, errors: errors, duration: report.duration)
        do {
            try OutputFile.write(Array(text.utf8), to: file)
            return true
        } catch {
            self.report(error, on: StreamConsole(colour: ColourChoice.isWanted))
            return false
        }
    }

    /// Opens the session, and prints a notice if the process is slow to answer.
    private func open(_ client: DebugClient, _ console: any Console) async throws -> Initialize.Result {
        let question =
            client.child == nil
            ? "is the process busy, or stopped, maybe by a debugger?"
            : "does it speak the protocol on its standard streams, and nothing else there?"
        let options = options
        return try await SlowAnswerNotice.wait(.seconds(3)) {
            guard !options.json else { return }
            let text = StyledText("no answer yet; \(question) Ctrl-C gives up", .dim)
            console.report(text.wrapped(to: console.reportWidth))
        } _: {
            try await client.initialize(
                client: .init(name: "strobe", version: Version.current),
                access: options.readOnly ? .read : .control)
        }
    }

    private func source(_ completion: CompletionSource, _ preferences: Preferences) throws -> Source {
        guard takesCommands else { return .given(Script()) }
        if let given = try options.givenScript(aliases: preferences.aliases) { return .given(given) }
        var editing = EditorOptions()
        editing.usesColour = ColourChoice.isWanted
        editing.historyPath = HistoryFile.prepared()
        editing.complete = { line, cursor in await completion.complete(line, cursor) }
        editing.isComplete = LineSyntax.isComplete
        editing.highlight = LineSyntax.highlighted
        editing.lastArgument = LineSyntax.lastArgument
        let editor = try LineEditor(options: editing)
        guard options.junit == nil || !editor.isInteractive else {
            throw InspectorError(.usage, "`--junit` needs a script: -e, -f, or commands on standard input.")
        }
        return .typed(editor)
    }

    private func console(for source: Source) -> any Console {
        let streams = StreamConsole(colour: ColourChoice.isWanted)
        guard case .typed(let editor) = source, editor.isInteractive else { return streams }
        // If standard error is not the terminal, it was redirected on purpose.
        return TeeConsole(EditorConsole(editor: editor, errors: TerminalSize.columns(of: 2) == nil ? streams : nil))
    }

    private static func nextLine(of editor: LineEditor) async throws -> String? {
        switch await editor.readLine("") {
        case .line(let line): return line
        case .lineTooLong(let limit): throw InspectorError(.usage, "A line is longer than \(limit) bytes.")
        case .cancelled:
            try Task.checkCancellation()
            return nil
        case .interrupted, .endOfFile, .terminated: return nil
        }
    }

    /// Prints an error that occurred before there was a session.
    func report(_ error: any Error) {
        report(error, on: StreamConsole(colour: ColourChoice.isWanted))
    }

    private func report(_ error: any Error, on console: any Console) {
        console.report(error, asJSON: options.json)
    }
}
