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

    /// What a command does to the store that the lines behind it are about.
    enum StoreUse: Sendable {
        case keeps
        /// It takes the store that is its argument.
        case takesNamed
        /// It takes one that only shows when it is run.
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
    /// How many positional arguments it takes at most; `nil` where the rest of the line is one argument.
    var limit: Int? = 0
    /// What each argument can be completed to; the last goes for all that follow.
    var completion: [Completable] = []
    /// The words of its line in front of a body, where it runs one again and again.
    var loop: LoopGrammar?
    /// Whether it fails where something is not as a script expects it.
    var isExpectation = false
    /// What it does to the store in use.
    var storeUse = StoreUse.keeps
    /// Whether its argument is a file whose commands it runs.
    var includesFile = false
    /// Whether it may be run when a breakpoint is hit.
    var isForHits = true
    /// Whether a script needs it to do the same again; `nil` for what is usual in its group.
    var isNeededAgain: Bool?
    /// How a script has a line of it that was run at a location; `nil` where it is as it was typed.
    var rewritten: (@Sendable (_ line: String, Location) -> String?)?
    /// The variable that it makes, of the text behind its name; with variables in that it cannot all be read.
    var variable: (@Sendable (_ text: String, _ hasVariables: Bool) throws(InspectorError) -> String)?
    /// Looks for what is wrong with a line before anything is run.
    var check: (@Sendable (Invocation) throws(InspectorError) -> Void)?
    /// What of a line is held against the shapes of the store in use before the command is run.
    var names: (@Sendable (Invocation) throws -> [Named])?
    /// What it does.
    let run: @Sendable (Invocation, CommandContext) async throws -> Void

    /// Whether its answers are left out in a loop of many rounds, which is summed up at its end.
    var isSummedUp: Bool { group == .change || isExpectation || storeUse == .takesNamed }

    /// Whether a script needs a line of it to do the same again.
    func isNeededAgain(_ line: String) -> Bool {
        if let isNeededAgain { return isNeededAgain }
        switch group {
        case .change: return !line.split(whereSeparator: \.isWhitespace).contains("--dry-run")
        case .gate, .script: return true
        case .time, .look, .session: return false
        }
    }

    /// The whole usage line.
    var usage: String {
        let options = options.map { "[--\($0.name)\($0.value.map { " \($0)" } ?? "")]" }
        let body = loop == nil ? [] : ["COMMAND|{ … }"]
        return ([name] + (arguments.isEmpty ? [] : [arguments]) + options + body).joined(separator: " ")
    }
}
