import InspectorCore

/// A command of the inspector: the single definition of its name, its arguments and its action.
struct Command: Sendable {
    /// The groups of commands in the help.
    enum Group: String, Sendable, CaseIterable {
        case look = "Look"
        case change = "Change"
        case gate = "Gate"
        case time = "Time"
        case script = "Script"
        case session = "Session"
    }

    /// An option with two dashes.
    struct Option: Sendable {
        var name: String
        /// The placeholder of its value in the usage; `nil` if it takes none.
        var value: String?
        var summary: String
        /// What its value is completed with.
        var completion: Completable = .nothing
        /// Whether its value extends to the next option, blanks included.
        var isLong = false
    }

    /// The kinds of completion.
    enum Completable: Sendable, Hashable {
        case nothing, path, storeOrPath, action, actionCase, store, process, seq, command, watched, origin, effect
        case actionGlob, held, heldAction, breakpoint, condition, commandLine, file
        /// One of some words.
        case word([String])
        /// A text with paths in braces.
        case message
        /// What `let` sets a variable to.
        case letLine
        case bookmark, branch, alias
        /// The edits of a branch, or an operation on one.
        case branchLine
        /// A path, followed by a value that fits there.
        case pathAndValue
        /// A seq, followed by fields of its action.
        case redo
        /// A text, followed by a path.
        case textAndPath
    }

    /// What the end of its line may be, which decides where an operator of the line ends it.
    enum Tail: Sendable {
        /// Words or a literal, in which `>` and `|` occur only in quotes and brackets.
        case plain
        /// A condition, in which `>` may compare.
        case condition
        /// A text up to the end of the command, in which nothing is redirected.
        case text
        /// Other commands, up to the end of the line.
        case lines

        var isText: Bool { self == .text || self == .lines }
    }

    /// The effect of a command on the current store of the following lines.
    enum StoreUse: Sendable {
        case keeps
        /// It switches to the store named by its argument.
        case takesNamed
        /// It switches to a store that is only known when it runs.
        case takesAny
    }

    let name: String
    var aliases: [String] = []
    let group: Group
    /// The arguments without the name and the options.
    let arguments: String
    let summary: String
    var details: [String] = []
    var options: [Option] = []
    /// The maximum number of positional arguments; `nil` if the rest of the line is one argument.
    var limit: Int? = 0
    /// The completion of each argument; the last one applies to all that follow.
    var completion: [Completable] = []
    /// What the end of its line may be.
    var tail = Tail.plain
    /// The header of a loop command; `nil` for all others.
    var loop: LoopGrammar?
    /// Whether Enter alone runs it again.
    var isRepeatable = false
    /// Sets what the user prefers, so that a configuration file may have it; its line without arguments shows it.
    var prefer: (@Sendable (Invocation, Preferences) throws(InspectorError) -> Void)?
    /// Whether it fails if an expectation of a script is not met.
    var isExpectation = false
    /// Its effect on the current store.
    var storeUse = StoreUse.keeps
    /// Whether its argument is a script file that it runs.
    var includesFile = false
    /// Whether it may run on a hit.
    var isForHits = true
    /// Whether a script needs it to repeat a session; `nil` for the default of its group.
    var isNeededAgain: Bool?
    /// Rewrites its line for a script, given the location where it ran; `nil` keeps the line as typed.
    var rewritten: (@Sendable (_ line: String, Location) -> String?)?
    /// The variable that it sets, parsed from the text after its name, which may still have variables in it.
    var variable: (@Sendable (_ text: String, _ hasVariables: Bool) throws(InspectorError) -> String)?
    /// Checks a line before the script runs.
    var check: (@Sendable (Invocation) throws(InspectorError) -> Void)?
    /// The names in a line to check against the schemas of the current store before the command runs.
    var names: (@Sendable (Invocation) throws -> [Named])?
    /// Runs the command.
    let run: @Sendable (Invocation, CommandContext) async throws -> Void

    /// Whether its output is suppressed in a loop of many rounds, which prints a summary at its end.
    var isSummedUp: Bool { group == .change || isExpectation || storeUse == .takesNamed }

    /// Whether its output goes through the pager if it does not fit on the screen.
    var isPaged: Bool { group == .look || group == .session || group == .time && !isExpectation }

    /// Whether a script needs one of its lines to repeat a session.
    func isNeededAgain(_ line: String) -> Bool {
        if let isNeededAgain { return isNeededAgain }
        switch group {
        case .change: return !line.split(whereSeparator: \.isWhitespace).contains("--dry-run")
        case .gate, .script: return true
        case .time, .look, .session: return false
        }
    }

    /// The usage line.
    var usage: String {
        let options = options.map { "[--\($0.name)\($0.value.map { " \($0)" } ?? "")]" }
        let body = loop == nil ? [] : ["COMMAND|{ … }"]
        return ([name] + (arguments.isEmpty ? [] : [arguments]) + options + body).joined(separator: " ")
    }
}
