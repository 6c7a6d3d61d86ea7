import InspectorCore
import StrobeTree

/// All commands; dispatch, help and completion are based on this table alone.
enum CommandTable {
    static let all: [Command] = [
        .state, .print, .tree, .get, .table, .diff, .log, .show, .pending, .actions, .effects, .graph, .coverage,
        .why, .search, .find, .blame,
        .send, .redo, .set, .jump, .undo, .reset, .commit, .cancel,
        .pause, .resume, .step, .held, .drop, .edit,
        .breakpoint, .logpoint, .breakpoints, .delete, .enable, .disable, .commands,
        .goto, .back, .next, .first, .last, .live, .mark, .marks, .unmark,
        .verify, .replay,
        .branch, .branches, .minimize,
        .let, .repeat, .every, .wait, .expect, .expectDiff, .sleep, .include, .echo, .script,
        .ui, .stores, .use, .attach, .detach, .info, .about, .watch, .unwatch, .record, .note,
        .again, .time, .history, .clear, .tee, .alias, .unalias, .default, .pager, .colour,
        .help, .tour, .quit,
    ]

    private static let byName = Dictionary(
        all.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } },
        uniquingKeysWith: { first, _ in first })

    /// Finds a command by its name, an alias, or an unambiguous prefix of its name.
    ///
    /// A single letter is a prefix of commands only that change nothing in the program.
    ///
    /// - Parameter aliases: The names that the user has given to commands.
    /// - Throws: ``InspectorError`` with the code `usage`, and suggestions if there are any.
    static func command(
        named word: String, aliases: some Collection<String> = EmptyCollection()
    ) throws(InspectorError) -> Command {
        if let exact = byName[word] { return exact }
        let candidates = all.filter { $0.name.hasPrefix(word) }
        if word.count == 1, let change = candidates.first(where: { $0.group == .change || $0.group == .gate }) {
            throw InspectorError(
                .usage,
                "`\(word)` is not a command. Those that change the program need more letters: `\(change.name)`."
            )
        }
        if let only = candidates.first, candidates.count == 1 { return only }
        if !candidates.isEmpty {
            let names = candidates.map(\.name).joined(separator: ", ")
            throw InspectorError(.usage, "`\(word)` is ambiguous: \(names). Type another letter.")
        }
        if word.hasPrefix(".") || word.hasPrefix("/") {
            throw InspectorError(
                .usage,
                "A line begins with a command: `state \(word)` shows a part of the state, `send` takes an action.")
        }
        // Only what `help all` lists.
        let names = all.map(\.name) + aliases
        let hint = Spelling.nearest(word, in: names).map { " Did you mean `\($0)`?" } ?? ""
        throw InspectorError(.usage, "There is no command `\(word)`.\(hint) `help all` lists the commands.")
    }

    /// Whether a word is the name of a command or an alias, in full.
    static func isName(_ word: some StringProtocol) -> Bool { byName[String(word)] != nil }

    /// The command names with a prefix, for completion.
    static func names(beginningWith word: String) -> [String] {
        all.map(\.name).filter { $0.hasPrefix(word) }
    }
}
