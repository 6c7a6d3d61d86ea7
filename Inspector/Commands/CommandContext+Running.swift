import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Parses and runs one or more command lines; blank lines and comments do nothing.
    @discardableResult
    func run(_ text: String) async throws -> Script {
        do {
            let script = try Script(parsing: text, variables: session.variables.names)
            try await run(script)
            return script
        } catch let failure as ScriptFailure where !failure.place.isTelling && failure.trail.isEmpty {
            throw failure.underlying
        }
    }

    /// Runs statements in sequence.
    ///
    /// - Throws: ``ScriptFailure`` at the first error, unless the run keeps going; ``ReportedFailure`` if hit commands
    ///   failed.
    func run(_ script: Script) async throws {
        for statement in script.statements {
            guard !session.isLeaving, !console.isBroken else { return }
            if let loss = session.loss { throw InspectorError(.connectionLost, loss) }
            do {
                try await run(statement)
                if statement.body == nil { try await finishStatement() }
            } catch {
                guard let scriptRun, scriptRun.goesOn(after: error) else { throw error }
                if !(error is ReportedFailure) { report(error) }
            }
        }
    }

    private func run(_ statement: ScriptStatement) async throws {
        let start = ContinuousClock.now
        var text = statement.invocation?.line ?? statement.text
        do {
            // Inside of `do`, so that the error gets its place.
            try Task.checkCancellation()
            if statement.invocation == nil { text = try session.variables.replaced(in: text) }
            var invocation = try statement.invocation ?? Invocation(text, statement.command)
            invocation.body = statement.body
            let command = invocation.command
            await note(command)
            var context = self
            context.remarked = RemarkedPaths()
            try await context.check(invocation)
            if loop?.isLong == true, command.isSummedUp { context.output.isMuted = true }
            try await command.run(invocation, context)
            scriptRun?.note(statement, text: text, took: start.duration(to: .now))
        } catch let error where error is ScriptFailure || error is ReportedFailure {
            throw error
        } catch {
            let known = InspectorError(any: error)
            if known.code == .failed || known.code == .usage {
                scriptRun?.note(statement, text: text, took: start.duration(to: .now), failure: known)
            }
            throw ScriptFailure(place: statement.place, underlying: error, statement: text, trail: loop?.trail ?? [])
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
        try await run(line)
        await refreshGate()
    }

    /// Parses and runs one or more command lines of the user.
    func run(_ text: String) async throws {
        await writeWaits()
        let before = location
        let script = try await CommandContext(self).run(text)
        transcribe(text, script, from: before)
    }
}
