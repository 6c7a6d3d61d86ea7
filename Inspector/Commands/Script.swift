import InspectorCore

/// Commands that were parsed as a whole, in the order in which they run.
struct Script: Sendable {
    var statements: [ScriptStatement] = []

    /// All statements, including those of blocks and included files, each once.
    var all: [ScriptStatement] { statements.flatMap { [$0] + ($0.body?.all ?? []) } }
}

/// A statement of a script.
struct ScriptStatement: Sendable {
    var place: ScriptPlace
    /// The command line as written, without its body and with its variables.
    var text: String
    var command: Command
    /// The parsed line; `nil` if variables have to be substituted first.
    var invocation: Invocation?
    /// The body of `repeat` or `every`, or the script that `include` includes.
    var body: Script?
    /// Where its output goes instead of the terminal.
    var redirect: Redirect?
    /// How it follows the statement before it.
    var follows = Follows.line
}

extension ScriptStatement {
    /// What a statement follows.
    enum Follows: Sendable {
        /// The end of a line.
        case line
        /// `;`
        case statement
        /// `&&`: it runs only if the statement before it succeeded.
        case success
    }
}
