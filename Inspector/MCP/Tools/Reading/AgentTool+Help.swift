import StrobeTree

extension AgentTool {
    static let help = AgentTool(
        "help", "Help", "How paths, conditions, actions and positions are written, and what recordings are.",
        [AgentParameter("topic", .choice(AgentTopic.allCases.map(\.rawValue)), "").required]
    ) { call in
        let topic = call.arguments.text("topic").flatMap(AgentTopic.init(rawValue:)) ?? .positions
        var answer = AgentAnswer(topic.rawValue)
        answer.head += topic.lines
        return answer
    }
}

/// What `help` explains.
enum AgentTopic: String, CaseIterable, Sendable {
    case paths, conditions, actions, positions, recordings

    /// The explanation, at most 4 KB.
    var lines: [String] {
        switch self {
        case .paths:
            [
                "A path names a part of the state; both forms are understood:",
                "  /items/3/title          a JSON Pointer (RFC 6901): ~1 for / and ~0 for ~ in a name",
                "  .items[3].title         the same as in Swift",
                "  .items[id=42]           the element whose id is 42; as a pointer /items/[id=42]",
                "  .[\"odd key\"]            a key with other characters",
                "The payload of an enum is below its current case: /session/loaded/name.",
                "The whole state is the empty path, or a single dot. read_state shows what there is; search finds text.",
            ]
        case .conditions:
            [
                "A condition is about the state after an action, and about that action:",
                "  .cart.total < 0                 == != < <= > >= over paths, numbers, strings, true, false, null",
                "  .session == .loaded             the current case; .session == .failed(code: 3) with its payload",
                "  count(.items) > 100             elements, members or characters",
                "  exists(.user.email)             whether the path exists; nil exists, and is == null",
                "  changed(.cart)                  whether the action changed it",
                "  .n > before(.n) + 10            what it was before the action; + and - of numbers",
                "  .name startsWith \"A\"            also contains (lists, too), endsWith, matches /^a.*z$/i, like \"a*\"",
                "  action == .load                 the case of the action; action like \".load*\"",
                "  origin == effect                app, effect, inspector, script, restore, edit; also seq > 5",
                "  !(…) && (… || …)                not, and, or",
                "A comparison with a missing value is false; a path that the types cannot have is an error.",
                "find_state searches for one, wait_for waits for one, minimize_history finds the fewest actions that lead to one.",
            ]
        case .actions:
            [
                "Actions are written as in Swift, or as JSON:",
                "  .reset",
                "  .increment(by: 3)",
                "  .loaded(User(id: 1, name: \"Ada\", tags: [\"x\"], email: nil))",
                "  {\"increment\": {\"by\": 3}}       the same in JSON; \"reset\" is a case without payload",
                "Dates (ISO 8601), URLs and UUIDs are strings, data is base64. If each action is a type, the type",
                "comes first: Update(items: []). list_actions shows the declarations; with case it gives an example.",
                "try_action says what an action would do; that runs the reducer on a copy, which needs --control.",
                "In filters (list_log, wait_for, capture_stop) an action is a glob over its text: .load* or *failed*.",
            ]
        case .positions:
            [
                "Every action that was reduced has a number, its seq: 1, 2, 3… The state @5 is the one after #5; @0 is the first.",
                "  57                  the state after #57; past states never change",
                "  live                the current state, the default",
                "  branch:mcp-1        the end of a branch that try_history or minimize_history made",
                "  branch:mcp-1@12     the state in it after its own #12",
                "With if_seq a store that has moved on is not changed. Entries of the log have the same numbers: list_log, read_entry.",
                "The last four branches of a store are kept.",
            ]
        case .recordings:
            [
                "A recording is a file that a program or `strobe record` wrote. Its stores are read like those of a process: state,",
                "log, blame, search, find_state, graph. It has no reducer: actions and other pasts cannot be tried.",
                "It does not grow: wait_for searches what is in it, and says so.",
                "`strobe mcp FILE` opens one; `strobe test FILE` turns a part of it into a test.",
            ]
        }
    }
}
