/// One command of the inspector: the only place that says what it is called, what it takes and what it does.
struct Command: Sendable {
    /// What commands are listed under.
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
        /// What stands for its value in the usage; without, it takes none.
        var value: String?
        var summary: String
        /// What its value can be completed to.
        var completion: Completable = .nothing
        /// Whether its value goes on up to the next option, blanks included.
        var isLong = false
    }

    /// What can stand in a place of a command line.
    enum Completable: Sendable, Hashable {
        case nothing, path, action, actionCase, store, process, seq, command, watched, origin, effect
        case actionGlob, held, heldAction, breakpoint, condition, commandLine, onOff
        case bookmark, branch
        /// The edits of a branch, or what is done with one.
        case branchLine
        /// A path, and behind it a value that fits there.
        case pathAndValue
        /// A seq, and behind it fields of its action.
        case redo
        /// A text, and behind it a path.
        case textAndPath
    }

    let name: String
    var aliases: [String] = []
    let group: Group
    /// The arguments without the name and the options.
    let arguments: String
    let summary: String
    var details: [String] = []
    var options: [Option] = []
    /// How many positional arguments it takes at most; `nil` where the rest of the line is one argument.
    var limit: Int? = 0
    /// What each argument can be completed to; the last goes for all that follow.
    var completion: [Completable] = []
    /// The words of its line in front of a body, where it runs one again and again.
    var loop: LoopGrammar?
    /// Whether it fails where something is not as a script expects it.
    var isExpectation = false
    /// Looks for what is wrong with a line before anything is run.
    var check: (@Sendable (Invocation) throws(InspectorError) -> Void)?
    /// What of a line is held against the shapes of the store in use before the command is run.
    var names: (@Sendable (Invocation) throws -> [Named])?
    /// What it does.
    let run: @Sendable (Invocation, Session) async throws -> Void

    /// The whole usage line.
    var usage: String {
        let options = options.map { "[--\($0.name)\($0.value.map { " \($0)" } ?? "")]" }
        let body = loop == nil ? [] : ["COMMAND|{ … }"]
        return ([name] + (arguments.isEmpty ? [] : [arguments]) + options + body).joined(separator: " ")
    }
}
