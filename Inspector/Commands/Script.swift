/// Commands that were read as a whole, in the order in which they are run.
struct Script: Sendable {
    var statements: [ScriptStatement] = []

    /// All statements, with those of blocks and included files, each once.
    var all: [ScriptStatement] { statements.flatMap { [$0] + ($0.body?.all ?? []) } }
}

/// One command of a script.
struct ScriptStatement: Sendable {
    var place: ScriptPlace
    /// The command line as it was written, without its body; variables are still in it.
    var text: String
    var command: Command
    /// The line as it was understood; `nil` where variables are put in place first.
    var invocation: Invocation?
    /// What `repeat` and `every` run, and what `include` includes.
    var body: Script?
}
