/// An error at a place in a script.
package struct ScriptFailure: Error {
    package var place: ScriptPlace
    /// The error.
    package var underlying: any Error
    /// The name of its command, if it has one.
    package var command: String?
    /// The statement as it ran, if it is worth showing.
    package var statement: String?
    /// How it was reached: rounds of loops and including files, innermost first.
    package var trail: [String] = []
    /// Whether more lines could complete the statement.
    package var isIncomplete = false

    package init(
        place: ScriptPlace, underlying: any Error, command: String? = nil, statement: String? = nil,
        trail: [String] = [], isIncomplete: Bool = false
    ) {
        self.place = place
        self.underlying = underlying
        self.command = command
        self.statement = statement
        self.trail = trail
        self.isIncomplete = isIncomplete
    }
}

/// All errors in a script that was parsed as a whole.
package struct ScriptErrors: Error {
    package var failures: [ScriptFailure]
    /// The number of further errors.
    package var unreported = 0

    package init(
        failures: [ScriptFailure], unreported: Int = 0
    ) {
        self.failures = failures
        self.unreported = unreported
    }
}

/// An error that was already printed.
package struct ReportedFailure: Error {
    package init() {}
}
