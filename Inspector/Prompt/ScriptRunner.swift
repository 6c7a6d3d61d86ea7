import InspectorCore
import LineEditing
import StrobeProtocol

/// Runs commands in sequence without a user at the keyboard.
struct ScriptRunner: Sendable {
    let session: Session
    /// Whether commands run after one that failed.
    var keepsGoing = false
    /// The results of the expectations.
    var report = ScriptReport()

    /// Runs a script that was parsed as a whole.
    func run(_ script: Script) async -> Outcome {
        report.expect(script)
        return await running { run, context in
            // With `keepsGoing`, errors are reported where they occur and not ahead of the run.
            if !keepsGoing { try await context.check(ahead: script) }
            try await context.run(script)
            return run.hasFailed ? .commandFailed : .success
        }
    }

    /// Runs commands as they arrive, until the input ends, one fails, `quit`, or the connection is lost.
    ///
    /// - Parameter next: Returns the next line; `nil` at the end.
    func run(_ next: () async throws -> String?) async -> Outcome {
        await running { run, context in
            var pending = ""
            var number = 0
            var first = 1
            while session.loss == nil {
                do {
                    let line = try await next()
                    number += 1
                    if let line {
                        if pending.isEmpty { first = number } else { pending += "\n" }
                        pending += line
                        // A first line is not parsed to see whether it is complete, and again to run it.
                        guard number == first || Script.isComplete(pending) else { continue }
                    } else if pending.isEmpty {
                        break
                    }
                    let text = pending
                    pending = ""
                    let reading = ScriptReading(variables: session.variables.names)
                    let read = reading.lines(text, firstLine: first, isPiped: true)
                    if line != nil, reading.isIncomplete {
                        pending = text
                        continue
                    }
                    let script = try reading.checked(read)
                    report.expect(script)
                    try await context.run(script)
                    if line == nil { break }
                } catch {
                    guard run.goesOn(after: error) else { throw error }
                    if !(error is ReportedFailure) { session.report(error) }
                }
                if session.isLeaving || session.console.isBroken { break }
            }
            guard session.loss == nil else { return .connectionLost }
            return run.hasFailed ? .commandFailed : .success
        }
    }

    /// Runs something as a script, and reports the error that ends it.
    private func running(_ body: (ScriptRun, CommandContext) async throws -> Outcome) async -> Outcome {
        let run = ScriptRun(keepsGoing: keepsGoing, report: report)
        do {
            return try await body(run, CommandContext(session, scriptRun: run))
        } catch {
            let known = InspectorError(any: error)
            // Ctrl-C also ends a program started here: its end is not reported.
            switch Task.isCancelled ? .cancelled : known.code {
            case .connectionLost:
                await session.lose(known.message)
                return .connectionLost
            case .cancelled:
                let failure = error as? ScriptFailure
                let place = failure.flatMap { $0.place.isTelling ? " at \($0.place.text)" : nil } ?? ""
                let round = failure?.trail.first.map { ", in \($0)" } ?? ""
                session.report(InspectorError(.cancelled, "The script was interrupted\(place)\(round)."))
                return .interrupted
            case .usage, .failed:
                if !(error is ReportedFailure) { session.report(error) }
                return .commandFailed
            }
        }
    }
}

extension CommandContext {
    /// Finds errors in a script before any of it runs.
    fileprivate func check(ahead script: Script) async throws {
        var names = ScriptNames(
            notation: { await self.notationIfPresent(of: $0) }, isThere: { await self.isThere($1, in: $0) })
        await names.check(script, from: location.store)
        for (statement, failure) in names.failures {
            scriptRun?.note(
                statement, text: statement.text, took: .zero, failure: InspectorError(any: failure.underlying))
        }
        try names.finish()
    }

    private func notationIfPresent(of store: String) async -> Notation? {
        session.stores.contains { $0.id == store } ? await notation(of: store) : nil
    }
}
