import InspectorCore
import LineEditing
import StrobeTree

extension Command {
    static let alias = Command(
        name: "alias", group: .session, arguments: "[NAME [= COMMAND]]",
        summary: "give a command a name of your own",
        details: [
            "alias failed = find .session == .failed; then `failed --last` is `find .session == .failed --last`.",
            "`alias NAME` shows one alias, `alias` shows all. A command cannot be replaced. `unalias NAME`",
            "removes an alias.",
        ],
        limit: nil, tail: .lines,
        prefer: { invocation, preferences throws(InspectorError) in
            let (name, text) = try invocation.assignment()
            guard let name, let text else { throw invocation.isIncomplete }
            guard ScriptVariables.isName(name.filter { $0 != "-" }) else {
                throw InspectorError(.usage, "`\(name)` cannot be the name of an alias: use letters, digits, - and _.")
            }
            guard !CommandTable.isName(name) else {
                throw InspectorError(.usage, "`\(name)` is a command already.")
            }
            let names = ScriptVariables.references(in: text[...]).map(\.name)
            do {
                _ = try Script(parsing: text, variables: names, aliases: preferences.aliases, allowsShell: true)
            } catch {
                throw InspectorError(any: error)
            }
            preferences.set(alias: name, to: text)
        }, isForHits: false, isNeededAgain: false
    ) { invocation, context in
        let preferences = context.preferences
        let (name, text) = try invocation.assignment()
        if let text {
            if !context.allowsShell {
                let names = ScriptVariables.references(in: text[...]).map(\.name)
                _ = try Script(parsing: text, variables: names, aliases: preferences.aliases)
            }
            return try invocation.prefer(preferences)
        }
        guard let name else { return context.show(preferences.aliases, none: "no aliases", separator: " = ") }
        context.show([name: try preferences.alias(named: name)], none: "", separator: " = ")
    }

    static let unalias = Command(
        name: "unalias", group: .session, arguments: "NAME", summary: "remove an alias", limit: 1,
        completion: [.alias],
        prefer: { invocation, preferences throws(InspectorError) in
            guard let name = invocation.argument else { throw invocation.isIncomplete }
            _ = try preferences.alias(named: name)
            preferences.set(alias: name, to: nil)
        }, isForHits: false, isNeededAgain: false
    ) { invocation, context in
        try invocation.prefer(context.preferences)
    }

    static let `default` = Command(
        name: "default", group: .session, arguments: "[COMMAND [OPTIONS]]",
        summary: "set the default options of a command",
        details: [
            "default state --depth 2 --count 50. `default COMMAND` removes its defaults,",
            "`default` shows all.",
        ],
        limit: nil, tail: .text,
        prefer: { invocation, preferences throws(InspectorError) in
            guard let text = invocation.argument else { throw invocation.isIncomplete }
            let word = text.prefix { !$0.isWhitespace }
            let options = text[word.endIndex...].trimmedBlanks
            let command = try CommandTable.command(named: String(word))
            // An unknown option is reported now.
            var trial = try Invocation(command.name, command)
            try trial.addDefaults(String(options))
            preferences.set(defaults: options.isEmpty ? nil : String(options), of: command.name)
        }, isForHits: false, isNeededAgain: false
    ) { invocation, context in
        guard invocation.argument == nil else { return try invocation.prefer(context.preferences) }
        context.show(context.preferences.defaults, none: "no defaults", separator: " ")
    }

    static let pager = Command(
        name: "pager", group: .session, arguments: "[COMMAND|off]",
        summary: "set the program that shows what does not fit on the screen",
        details: [
            "Default: $STROBE_PAGER, $PAGER or `less -R`. It is used only at the prompt; `off` prints everything."
        ],
        limit: nil, tail: .text,
        prefer: { invocation, preferences throws(InspectorError) in
            guard let text = invocation.argument else { throw invocation.isIncomplete }
            preferences.set(pager: text == "off" ? "" : text)
        }, isForHits: false, isNeededAgain: false
    ) { invocation, context in
        if invocation.argument != nil {
            guard context.allowsShell else {
                throw InspectorError(
                    .failed,
                    "A script cannot set the pager, which is a program: type it, or put it into the configuration.")
            }
            try invocation.prefer(context.preferences)
        }
        context.show(["pager": context.session.pager?.command ?? "off"], none: "", separator: " ")
    }

    static let colour = Command(
        name: "colour", aliases: ["color"], group: .session, arguments: "[WHAT [= STYLE]]",
        summary: "set the style of a part of the output",
        details: [
            "colour number = cyan, colour past = bold yellow. STYLE is one or more of bold, dim, red, green, yellow,",
            "blue, magenta, cyan, or plain. `colour WHAT` shows its style, `colour` shows all.",
        ],
        limit: nil, tail: .text,
        prefer: { invocation, _ throws(InspectorError) in
            let (name, text) = try invocation.assignment()
            guard let name, let text else { throw invocation.isIncomplete }
            Style.set(try Style(named: text), for: try Style.Meaning(named: name))
        }, isForHits: false, isNeededAgain: false
    ) { invocation, context in
        let (name, text) = try invocation.assignment()
        guard text == nil else { return try invocation.prefer(context.preferences) }
        let shown =
            try name.map { name throws(InspectorError) in [try Style.Meaning(named: name)] }
            ?? Style.Meaning.allCases
        context.show(
            CommandContext.object(shown.map { ($0.rawValue, Style.of($0).names) }),
            shown.map { StyledText($0.rawValue, Style.of($0)) + StyledText(" = \(Style.of($0).names)", .dim) })
    }
}

extension Preferences {
    /// Runs a configuration file.
    ///
    /// - Returns: The commands that are not for such a file, or that fail.
    func read(_ script: Script) -> [ScriptFailure] {
        var failures: [ScriptFailure] = []
        for statement in script.statements {
            if let body = statement.body {
                failures += read(body)
                continue
            }
            do {
                guard let prefer = statement.command.prefer else {
                    let names = CommandTable.all.filter { $0.prefer != nil || $0.includesFile }.map { "`\($0.name)`" }
                    throw InspectorError(
                        .usage,
                        "A configuration file cannot have `\(statement.command.name)`, only \(names.joined(separator: ", "))."
                    )
                }
                try prefer(try statement.invocation ?? Invocation(statement.text, statement.command), self)
            } catch {
                failures.append(ScriptFailure(place: statement.place, underlying: error))
            }
        }
        return failures
    }

    /// The command that an alias stands for.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if there is none of that name.
    fileprivate func alias(named name: String) throws(InspectorError) -> String {
        if let text = aliases[name] { return text }
        let near = Spelling.nearest(name, in: aliases.keys).map { " Did you mean `\($0)`?" } ?? ""
        throw InspectorError(.usage, "There is no alias `\(name)`.\(near) `alias` lists them.")
    }
}

extension Style.Meaning {
    /// - Throws: ``InspectorError`` (`usage`) if nothing is called so.
    fileprivate init(named name: String) throws(InspectorError) {
        guard let meaning = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue)
            let near = Spelling.nearest(name, in: names).map { " Did you mean `\($0)`?" } ?? ""
            throw InspectorError(
                .usage, "Nothing is called `\(name)`.\(near) There are \(names.joined(separator: ", ")).")
        }
        self = meaning
    }
}

extension Invocation {
    fileprivate var isIncomplete: InspectorError {
        InspectorError(.usage, "`\(command.name)` is incomplete. Usage: \(command.usage)")
    }

    fileprivate func prefer(_ preferences: Preferences) throws(InspectorError) {
        try command.prefer?(self, preferences)
    }

    /// The parts of `NAME = TEXT`.
    func assignment() throws(InspectorError) -> (name: String?, text: String?) {
        guard let argument else { return (nil, nil) }
        let name = argument.prefix { !$0.isWhitespace && $0 != "=" }
        let rest = argument[name.endIndex...].trimmedBlanks
        guard !rest.isEmpty else { return (String(name), nil) }
        let text = rest.dropFirst().trimmedBlanks
        guard rest.hasPrefix("="), !text.isEmpty, !name.isEmpty else {
            throw InspectorError(.usage, "`\(command.name)` takes a name, = and a value. Usage: \(command.usage)")
        }
        return (String(name), String(text))
    }
}

extension CommandContext {
    var preferences: Preferences { session.preferences }

    fileprivate static func object(_ pairs: [(String, String)]) -> Value {
        var object = Value.Object()
        for (name, text) in pairs { object[name] = .string(text) }
        return .object(object)
    }

    fileprivate func show(_ texts: [String: String], none: String, separator: String) {
        let all = texts.sorted { $0.key < $1.key }
        let lines = all.map {
            (StyledText($0.key, .strong) + StyledText(separator, .dim) + StyledText($0.value)).fitted(to: layout.width)
        }
        show(Self.object(all.map { ($0.key, $0.value) }), lines.isEmpty ? [StyledText(none, .dim)] : lines)
    }
}
