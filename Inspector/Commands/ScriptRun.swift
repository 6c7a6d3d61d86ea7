import InspectorCore
import Synchronization

/// A running script: whether it keeps going after errors, and the results of its statements.
final class ScriptRun: Sendable {
    let report: ScriptReport
    private let keepsGoing: Bool
    private let state = Mutex(false)

    init(keepsGoing: Bool, report: ScriptReport = ScriptReport()) {
        self.keepsGoing = keepsGoing
        self.report = report
    }

    /// Whether a statement failed.
    var hasFailed: Bool { state.withLock { $0 } }

    /// Notes a failure; returns whether the script continues.
    func goesOn(after error: any Error) -> Bool {
        let isFatal =
            !(error is ReportedFailure) && [.connectionLost, .cancelled].contains(InspectorError(any: error).code)
        guard keepsGoing, !isFatal else { return false }
        state.withLock { $0 = true }
        return true
    }

    /// Notes the result of a statement.
    func note(_ statement: ScriptStatement, text: String, took duration: Duration, failure: InspectorError? = nil) {
        // The result of a loop is that of its statements.
        guard statement.body == nil || failure != nil else { return }
        report.note(statement, text: text, took: duration, failure: failure)
    }
}
