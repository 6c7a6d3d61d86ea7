import InspectorCore
import Synchronization

/// Collects the results of a script's expectations, by place.
final class ScriptReport: Sendable {
    /// The results of one place.
    struct Case: Sendable {
        var place: ScriptPlace
        /// The statement, as written.
        var text: String
        var isExpectation: Bool
        /// The number of runs.
        var runs = 0
        var failures = 0
        /// The total duration of all runs.
        var duration = Duration.zero
        /// The first failure, with the statement as it ran.
        var failure: (error: InspectorError, statement: String)?
    }

    private struct State {
        var cases: [ScriptPlace: Case] = [:]
        var order: [ScriptPlace] = []
    }

    /// The maximum number of places.
    private static let limit = 100_000
    private let state = Mutex(State())
    private let start = ContinuousClock.now

    /// Adds the expectations of a script that is about to run, in order, as not run.
    func expect(_ script: Script) {
        for statement in script.all where statement.command.isExpectation { enter(statement) }
    }

    /// Adds the result of a statement.
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

    /// All cases in order.
    var cases: [Case] { state.withLock { state in state.order.compactMap { state.cases[$0] } } }

    /// The time since the report began.
    var duration: Duration { start.duration(to: .now) }
}
