/// What went wrong at a place of a script.
struct ScriptFailure: Error {
    var place: ScriptPlace
    /// What went wrong there.
    var underlying: any Error
    /// The statement as it was run, where that is worth showing.
    var statement: String?
    /// How it was come to: rounds of loops, files that include it, the innermost first.
    var trail: [String] = []
    /// Whether more lines could put it right.
    var isIncomplete = false
}

/// All that is wrong with a script that was read as a whole.
struct ScriptErrors: Error {
    var failures: [ScriptFailure]
    /// How many more there are.
    var untold = 0
}

/// Something failed and was told already.
struct ReportedFailure: Error {}
