import StrobeTree

/// All commands; dispatch, help and completion are based on this table alone.
enum CommandTable {
    static let all: [Command] = [
        .state, .tree, .get, .diff, .log, .show, .pending, .actions, .effects, .graph, .coverage,
        .why, .search, .find, .blame,
        .send, .redo, .set, .jump, .reset, .commit, .cancel,
        .pause, .resume, .step, .held, .drop, .edit,
        .breakpoint, .logpoint, .breakpoints, .delete, .enable, .disable, .commands,
        .goto, .back, .next, .first, .last, .live, .mark, .marks, .unmark,
        .verify, .replay,
        .branch, .branches, .minimize,
        .let, .repeat, .every, .wait, .expect, .expectDiff, .sleep, .include, .echo, .script,
        .stores, .use, .attach, .detach, .info, .about, .watch, .unwatch, .record, .note, .help, .quit,
    ]

    private static let byName = Dictionary(
        all.flatMap { command in ([command.name] + command.aliases).map { ($0, command) } },
        uniquingKeysWith: { first, _ in first })

    /// Finds a command by its name, an alias, or an unambiguous prefix of its name.
    ///
    /// - Throws: ``InspectorError`` with the code `usage`, and suggestions if there are any.
    static func command(named word: String) throws(InspectorError) -> Command {
        if let exact = byName[word] { return exact }
        let candidates = all.filter { $0.name.hasPrefix(word) }
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
        let names = all.flatMap { [$0.name] + $0.aliases.filter { $0.count > 1 } }
        let hint = Spelling.nearest(word, in: names).map { " Did you mean `\($0)`?" } ?? ""
        throw InspectorError(.usage, "There is no command `\(word)`.\(hint) `help` lists the commands.")
    }

    /// The command names with a prefix, for completion.
    static func names(beginningWith word: String) -> [String] {
        all.map(\.name).filter { $0.hasPrefix(word) }
    }
}
