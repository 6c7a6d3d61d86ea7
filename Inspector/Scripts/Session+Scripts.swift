import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// Reads and runs a command line, or several; a blank one and a comment do nothing.
    func run(_ text: String) async throws {
        do {
            let script = try Script(parsing: text, variables: variables.names)
            await writeWaits()
            let before = location
            try await run(script)
            transcribe(text, script, from: before)
        } catch let failure as ScriptFailure where !failure.place.isTelling && failure.trail.isEmpty {
            throw failure.underlying
        }
    }

    /// Sets the variables that there are.
    func set(_ variables: ScriptVariables) {
        self.variables = variables
    }

    /// Runs statements one after the other.
    ///
    /// - Throws: ``ScriptFailure`` at the first that fails, unless the run keeps going; ``ReportedFailure`` where
    ///   commands that were run on a hit failed.
    func run(_ script: Script) async throws {
        for statement in script.statements {
            guard !isLeaving, !console.isBroken else { return }
            if let loss { throw InspectorError(.connectionLost, loss) }
            do {
                try await run(statement)
                if statement.body == nil { try await finishStatement() }
            } catch {
                guard let run = ScriptRun.current, run.goesOn(after: error) else { throw error }
                if !(error is ReportedFailure) { report(error) }
            }
        }
    }

    private func run(_ statement: ScriptStatement) async throws {
        let start = ContinuousClock.now
        var text = statement.text
        do {
            // Here, where the error gets its place.
            try Task.checkCancellation()
            if statement.invocation == nil { text = try variables.replaced(in: text) }
            var invocation = try statement.invocation ?? Invocation(text)
            invocation.body = statement.body
            noteCommand(invocation.command)
            let command = invocation.command
            try await check(invocation)
            if Loop.current?.isLong == true, command.group == .change || command.isExpectation || command.name == "use"
            {
                try await OutputMuting.$isOn.withValue(true) { try await command.run(invocation, self) }
            } else {
                try await command.run(invocation, self)
            }
            ScriptRun.current?.note(statement, text: text, took: start.duration(to: .now))
        } catch let error where error is ScriptFailure || error is ReportedFailure {
            throw error
        } catch {
            let known = InspectorError(any: error)
            if known.code == .failed || known.code == .usage {
                ScriptRun.current?.note(statement, text: text, took: start.duration(to: .now), failure: known)
            }
            throw ScriptFailure(place: statement.place, underlying: error, statement: text, trail: Loop.trail)
        }
    }

    private func noteCommand(_ command: Command) {
        if let scope = HitScope.current {
            if command.group == .change { scope.noteChange() }
        } else {
            hits.forgetRuns()
        }
    }

    /// Lets what came of a command be printed before the next one, where nobody types.
    private func finishStatement() async throws {
        guard ScriptRun.current != nil, HitScope.current == nil else { return }
        await settle()
        await finishHits()
        if takeHitFailure() { throw ReportedFailure() }
    }
}
