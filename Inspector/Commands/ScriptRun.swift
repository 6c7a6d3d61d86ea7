import Synchronization

/// One script that is run without anybody at the keyboard: whether it keeps going, and what came of its statements.
final class ScriptRun: Sendable {
    let report: ScriptReport
    private let keepsGoing: Bool
    private let state = Mutex(false)

    init(keepsGoing: Bool, report: ScriptReport = ScriptReport()) {
        self.keepsGoing = keepsGoing
        self.report = report
    }

    /// Whether something failed.
    var hasFailed: Bool { state.withLock { $0 } }

    /// Notes a failure; tells whether what follows is run all the same.
    func goesOn(after error: any Error) -> Bool {
        let isFatal =
            !(error is ReportedFailure) && [.connectionLost, .cancelled].contains(InspectorError(any: error).code)
        guard keepsGoing, !isFatal else { return false }
        state.withLock { $0 = true }
        return true
    }

    /// Notes what came of a statement.
    func note(_ statement: ScriptStatement, text: String, took duration: Duration, failure: InspectorError? = nil) {
        // A loop is as good as what it runs.
        guard statement.body == nil || failure != nil else { return }
        report.note(statement, text: text, took: duration, failure: failure)
    }
}
