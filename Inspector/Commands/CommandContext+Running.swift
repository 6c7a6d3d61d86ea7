import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Parses and runs one or more command lines; blank lines and comments do nothing.
    @discardableResult
    func run(_ text: String) async throws -> Script {
        do {
            let script = try Script(
                parsing: text, variables: session.variables.names, aliases: session.preferences.aliases,
                allowsShell: allowsShell)
            try await run(script)
            return script
        } catch let failure as ScriptFailure
            where !failure.place.isTelling && failure.trail.isEmpty && !options.isJSON
        {
            throw failure.underlying
        }
    }

    /// Runs statements in sequence.
    ///
    /// - Throws: ``ScriptFailure`` at the first error, unless the run keeps going; ``ReportedFailure`` if hit commands
    ///   failed.
    func run(_ script: Script) async throws {
        var hasFailed = false
        for (index, statement) in script.statements.enumerated() {
            guard !session.isLeaving, !console.isBroken else { return }
            if let loss = session.loss { throw InspectorError(.connectionLost, loss) }
            if statement.follows == .success, hasFailed { continue }
            hasFailed = false
            do {
                try await run(statement)
                await (console as? RedirectedOutput)?.waitForRoom()
                if statement.body == nil { try await finishStatement() }
            } catch {
                hasFailed = true
                let rest = script.statements[(index + 1)...]
                guard scriptRun?.goesOn(after: error) ?? goesOn(after: error, to: rest) else { throw error }
                if !(error is ReportedFailure) { report(error) }
            }
        }
    }

    /// Whether what is typed behind a failed statement runs nevertheless, as in a shell.
    private func goesOn(after error: any Error, to rest: ArraySlice<ScriptStatement>) -> Bool {
        guard hit == nil, loop == nil, options.isInteractive else { return false }
        return InspectorError(any: error).code != .cancelled
            && rest.first { $0.follows != .success }?.follows == .statement
    }

    private func run(_ statement: ScriptStatement) async throws {
        let start = ContinuousClock.now
        var text = statement.invocation?.line ?? statement.text
        do {
            // Inside of `do`, so that the error gets its place.
            try Task.checkCancellation()
            if statement.invocation == nil { text = try await replaced(text) }
            var invocation = try statement.invocation ?? Invocation(text, statement.command)
            if let options = session.preferences.defaults[statement.command.name] {
                try invocation.addDefaults(options)
            }
            invocation.body = statement.body
            let command = invocation.command
            await note(command)
            var context = self
            context.remarked = RemarkedPaths()
            context.output.command = command.name
            try await context.check(invocation)
            if loop?.isLong == true, command.isSummedUp { context.output.isMuted = true }
            try await context.run(invocation, redirect: statement.redirect)
            scriptRun?.note(statement, text: text, took: start.duration(to: .now))
        } catch let error where error is ScriptFailure || error is ReportedFailure {
            throw error
        } catch {
            let known = InspectorError(any: error)
            if known.code == .failed || known.code == .usage {
                scriptRun?.note(statement, text: text, took: start.duration(to: .now), failure: known)
            }
            throw ScriptFailure(
                place: statement.place, underlying: error, command: statement.command.name, statement: text,
                trail: loop?.trail ?? [])
        }
    }

    /// Runs a command with its output going where it belongs.
    private func run(_ invocation: Invocation, redirect: Redirect?) async throws {
        var context = self
        if var redirect {
            if case .file(let name, let appends) = redirect {
                redirect = .file(try await replaced(name), appends: appends)
            }
            let output = try RedirectedOutput(redirect, instead: console)
            (context.output.console, context.isRedirected) = (output, true)
            do {
                try await invocation.command.run(invocation, context)
            } catch {
                try? await output.finish()
                throw error
            }
            return try await output.finish()
        }
        guard options.isInteractive, !options.isJSON, isPaged, scriptRun == nil, hit == nil, loop == nil,
            invocation.command.isPaged, let rows = console.rows, let pager = session.pager
        else { return try await invocation.command.run(invocation, context) }
        let output = PagedOutput(pager, rows: rows, instead: console)
        context.output.console = output
        do {
            try await invocation.command.run(invocation, context)
        } catch {
            await output.finish()
            throw error
        }
        await output.finish()
    }

    /// Replaces the names of variables and results in a line by their values.
    private func replaced(_ line: String) async throws -> String {
        var variables = session.variables
        for name in Set(ScriptVariables.references(in: line[...]).map(\.name)) where variables[name] == nil {
            if let result = try session.results.result(named: name) {
                try variables.set(name, to: try await text(of: result))
            } else if name == ScriptVariables.store {
                try variables.set(name, to: Word.written(try await store()))
            }
        }
        return try variables.replaced(in: line)
    }

    /// The text that replaces the name of a result.
    func text(of result: CommandResults.Result) async throws -> String {
        switch result {
        case .text(let text): return text
        case .value(let store, let path, let position):
            let value = try await answer(StateGet(store: store, path: path.isRoot ? nil : path, at: position)).result
                .value
            return await notation(of: store).text(state: value, at: path)
        }
    }

    private func note(_ command: Command) async {
        if let hit {
            if command.group == .change { hit.noteChange() }
        } else {
            await session.forgetHitRuns()
        }
    }

    /// Waits for the output caused by a command before the next one starts, unless the commands are typed.
    private func finishStatement() async throws {
        guard scriptRun != nil, hit == nil else { return }
        if await session.finishStatement() { throw ReportedFailure() }
    }
}

extension Session {
    /// Runs a typed line, after printing the events before it.
    func run(typed line: String) async throws {
        printGathered()
        defer { continueTour(after: line) }
        try await run(line)
        await refreshGate()
    }

    /// Parses and runs one or more command lines of the user.
    func run(_ text: String) async throws {
        await writeWaits()
        let before = location
        set(onEnter: nil)
        let script = try await CommandContext(self).run(text)
        if let last = script.statements.last {
            if last.command.isRepeatable { set(onEnter: last.text) }
            if !script.all.contains(where: { $0.command.name == Command.again.name }) { lastLine = text }
        }
        transcribe(text, script, from: before)
    }

    /// Runs a command line of the user on a store, wherever the user is, without printing its answer.
    func run(_ text: String, on store: String) async throws {
        let scope = HitScope(store: store)
        var context = CommandContext(self, hit: scope)
        context.output.isMuted = true
        transcribe(text, try await context.run(text), from: scope.location)
    }
}
