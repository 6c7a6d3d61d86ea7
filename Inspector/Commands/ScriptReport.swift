import Synchronization

/// What came of the expectations of a script: those of each place together, however often they were asked.
final class ScriptReport: Sendable {
    /// What came of one place.
    struct Case: Sendable {
        var place: ScriptPlace
        /// The statement as it was written.
        var text: String
        var isExpectation: Bool
        /// How often it was run.
        var runs = 0
        var failures = 0
        /// How long all runs took.
        var duration = Duration.zero
        /// The first failure, with the statement as it was run then.
        var failure: (error: InspectorError, statement: String)?
    }

    private struct State {
        var cases: [ScriptPlace: Case] = [:]
        var order: [ScriptPlace] = []
    }

    /// How many places are kept.
    private static let limit = 100_000
    private let state = Mutex(State())
    private let start = ContinuousClock.now

    /// Enters the expectations of a script that is about to be run, in their order; they count as not run.
    func expect(_ script: Script) {
        for statement in script.all where statement.command.isExpectation { enter(statement) }
    }

    /// Notes what came of a statement.
    func note(_ statement: ScriptStatement, text: String, took duration: Duration, failure: InspectorError?) {
        guard statement.command.isExpectation || failure != nil else { return }
        enter(statement)
        state.withLock { state in
            guard var known = state.cases[statement.place] else { return }
            known.runs += 1
            known.duration += duration
            if let failure {
                known.failures += 1
                if known.failure == nil { known.failure = (failure, text) }
            }
            state.cases[statement.place] = known
        }
    }

    private func enter(_ statement: ScriptStatement) {
        state.withLock { state in
            guard state.cases[statement.place] == nil, state.order.count < Self.limit else { return }
            state.order.append(statement.place)
            state.cases[statement.place] = Case(
                place: statement.place, text: statement.text, isExpectation: statement.command.isExpectation)
        }
    }

    /// All cases in their order.
    var cases: [Case] { state.withLock { state in state.order.compactMap { state.cases[$0] } } }

    /// How long it has been since the report was begun.
    var duration: Duration { start.duration(to: .now) }
}
