/// An error at a place in a script.
struct ScriptFailure: Error {
    var place: ScriptPlace
    /// The error.
    var underlying: any Error
    /// The name of its command, if it has one.
    var command: String?
    /// The statement as it ran, if it is worth showing.
    var statement: String?
    /// How it was reached: rounds of loops and including files, innermost first.
    var trail: [String] = []
    /// Whether more lines could complete the statement.
    var isIncomplete = false
}

/// All errors in a script that was parsed as a whole.
struct ScriptErrors: Error {
    var failures: [ScriptFailure]
    /// The number of further errors.
    var untold = 0
}

/// An error that was already printed.
struct ReportedFailure: Error {}
