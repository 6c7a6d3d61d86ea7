import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    /// The options that breakpoints and log points share.
    private static let criteria: [Option] = [
        Option(
            name: "path", value: "PATH", summary: "only if something at, above or below it changes",
            completion: .path),
        Option(
            name: "if", value: "CONDITION", summary: "only if it holds after the action: .cart.total < 0",
            completion: .condition, isLong: true),
        Option(name: "after", value: "N", summary: "ignore the first N hits"),
        Option(name: "once", summary: "remove it after one hit"),
        Option(name: "disabled", summary: "create it disabled; `enable` enables it"),
        Option(
            name: "id", value: "ID", summary: "change this breakpoint instead of setting a new one",
            completion: .breakpoint),
    ]

    static let breakpoint = Command(
        name: "break", aliases: ["b", "br"], group: .gate, arguments: "[ACTIONGLOB]",
        summary: "stop before actions that match, or when something changes",
        details: [
            "ACTIONGLOB matches actions: break .loaded*. All given criteria must match. The gate closes before the",
            "reducer runs and shows the changes that the action would make; if the store cannot compute them",
            "beforehand, it closes after the reducer. --if stops at every action after which the condition holds,",
            "even if it held before. To stop only when it begins to hold: `.total > 9 && !(before(.total) > 9)`.",
            "`help stopping` shows a session.",
        ],
        options: criteria + [
            Option(
                name: "log", value: "TEXT", summary: "print this and continue; {.path} is replaced by the value",
                completion: .message, isLong: true)
        ], limit: 1, completion: [.actionGlob], tail: .condition,
        names: { try [$0.argument.map { .actionGlob($0) }].compactMap(\.self) + $0.namedCriteria() }
    ) { invocation, context in
        try await context.set(try invocation.breakpoint(), invocation)
    }

    static let logpoint = Command(
        name: "logpoint", group: .gate, arguments: "TEXT",
        summary: "print a message for each matching action, without stopping",
        details: [
            "Expressions in braces are evaluated after the action: logpoint total is {.cart.total} --path .cart. If",
            "none of --action, --path and --if is given, every action prints it.",
        ],
        options: [
            Option(
                name: "action", value: "GLOB", summary: "only actions that match: `.load*`",
                completion: .actionGlob)
        ] + criteria, limit: 1, completion: [.message], tail: .condition, names: { try $0.namedCriteria() }
    ) { invocation, context in
        guard let text = invocation.argument else {
            throw InspectorError(.usage, "`logpoint` needs a message to print. Usage: \(invocation.command.usage)")
        }
        var request = try invocation.breakpoint()
        (request.log, request.action) = (text, invocation.value("action"))
        if request.id == nil, request.action == nil, request.path == nil, request.condition == nil {
            request.action = "*"
        }
        try await context.set(request, invocation)
    }

    static let breakpoints = Command(
        name: "breakpoints", aliases: ["bps"], group: .gate, arguments: "", summary: "list breakpoints and log points",
        details: [
            "`●` marks enabled ones, `○` disabled ones, with their ids and what they stop at."
        ], isNeededAgain: false
    ) { _, context in
        let answer = try await context.breakpoints()
        let commands = await context.commandsByBreakpoint()
        context.show(answer) { result in
            BreakpointRendering(layout: context.layout, commands: commands).lines(result.breakpoints)
        }
    }

    static let delete = Command(
        name: "delete", group: .gate, arguments: "ID...|all", summary: "remove breakpoints", limit: .max,
        completion: [.breakpoint]
    ) { invocation, context in
        let store = try await context.store()
        let ids = try invocation.breakpointIDs()
        for id in ids ?? [] {
            try await context.remove(BreakpointRemove(store: store, id: id))
        }
        if ids == nil { try await context.remove(BreakpointRemove(store: store, all: true)) }
    }

    static let enable = Command(
        name: "enable", group: .gate, arguments: "ID...|all", summary: "enable breakpoints", limit: .max,
        completion: [.breakpoint]
    ) { invocation, context in
        try await context.set(enabled: true, try invocation.breakpointIDs())
    }

    static let disable = Command(
        name: "disable", group: .gate, arguments: "ID...|all", summary: "disable breakpoints; they stay in the list",
        limit: .max, completion: [.breakpoint]
    ) { invocation, context in
        try await context.set(enabled: false, try invocation.breakpointIDs())
    }
}

extension Invocation {
    /// The breakpoint that the options of a line describe.
    fileprivate func breakpoint() throws -> BreakpointSet {
        var request = BreakpointSet(action: argument, log: value("log"))
        request.condition = value("if")
        if let id = try number("id") { request.id = id }
        if let path = value("path") { request.path = try self.path(in: path) }
        // `--after N` ignores N hits: the next one is the first that counts.
        if let passed = try number("after") { request.hitCount = passed.addingClamped(1) }
        if has("once") { request.once = true }
        if has("disabled") { request.enabled = false }
        return request
    }

    /// The ids of the breakpoints that a line names; `nil` for all.
    fileprivate func breakpointIDs() throws(InspectorError) -> [Int]? {
        guard arguments != ["all"] else { return nil }
        guard !arguments.isEmpty else {
            throw InspectorError(
                .usage, "`\(command.name)` needs a breakpoint. `breakpoints` lists them. Usage: \(command.usage)")
        }
        return try arguments.map { text throws(InspectorError) in
            guard let id = Int(text), id > 0 else {
                throw InspectorError(.usage, "`\(text)` is not the id of a breakpoint. `breakpoints` lists them.")
            }
            return id
        }
    }
}

extension CommandContext {
    /// The breakpoints of the current store.
    func breakpoints() async throws -> Answer<BreakpointList.Result> {
        let store = try await store()
        let answer = try await answer(BreakpointList(store: store))
        await session.change { $0.update(all: answer.result.breakpoints, of: store) }
        return answer
    }

    /// The hit commands of the current store, by breakpoint.
    fileprivate func commandsByBreakpoint() async -> [Int: [String]] {
        guard let store = location.store else { return [:] }
        let hits = await session.breakpoints.hits
        let ids = hits.breakpoints(of: store)
        return Dictionary(ids.map { ($0, hits[.init(store: store, breakpoint: $0)]) }, uniquingKeysWith: { $1 })
    }

    /// The glob of a breakpoint, which an action of the store must be able to match: `load` is `.load`.
    private func breakpointGlob(_ text: String) async throws -> String {
        let isName = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        guard isName, case .choice? = await notation().action else { return try await actionGlob(text) }
        do {
            return try await actionGlob("." + text)
        } catch {
            throw InspectorError(
                .failed, "No action is called `\(text)`. `actions` lists them, `breakpoints` the breakpoints.")
        }
    }

    /// Sets or changes a breakpoint of the current store, and shows it.
    fileprivate func set(_ request: BreakpointSet, _ invocation: Invocation) async throws {
        var request = request
        let store = try await store()
        request.store = store
        guard request.id != nil || request.action != nil || request.path != nil || request.condition != nil else {
            throw InspectorError(
                .usage,
                "`break` needs something to stop at: an action (`actions` lists them), --path or --if. "
                    + "`pause` stops before the next action.")
        }
        if let action = request.action { request.action = try await breakpointGlob(action) }
        let condition = try request.condition.map(invocation.condition(in:))
        let answer = try await answer(request)
        let isNew = request.id == nil
        await session.change {
            isNew ? $0.add(answer.result.breakpoint, of: store) : $0.update(answer.result.breakpoint, of: store)
        }
        // The stop is printed in the notation of the store.
        _ = await notation()
        let commands = await commandsByBreakpoint()
        show(answer) { BreakpointRendering(layout: layout, commands: commands).lines([$0.breakpoint]) }
        if let condition, request.log == nil { remarkWhen(condition) }
        await remarkWhatIsMissing([request.path].compactMap(\.self) + (condition?.namedPaths ?? []))
    }

    /// Remarks which state a condition is checked against, unless it names both.
    private func remarkWhen(_ condition: Condition) {
        guard let path = condition.namedPaths.first, !condition.needsBefore else { return }
        remark("checked after the action; before(\(path.swiftStyle)) is the state before it")
    }

    /// Enables or disables breakpoints of the current store; all of them if `ids` is `nil`.
    fileprivate func set(enabled: Bool, _ ids: [Int]?) async throws {
        let store = try await store()
        let ids = if let ids { ids } else { try await breakpoints().result.breakpoints.map(\.id) }
        guard !ids.isEmpty else { throw InspectorError(.failed, "There are no breakpoints.") }
        let commands = await commandsByBreakpoint()
        for id in ids {
            let answer = try await answer(BreakpointSet(store: store, id: id, enabled: enabled))
            await session.change { $0.update(answer.result.breakpoint, of: store) }
            show(answer) { BreakpointRendering(layout: layout, commands: commands).lines([$0.breakpoint]) }
        }
    }

    /// Removes breakpoints together with their hit commands.
    fileprivate func remove(_ request: BreakpointRemove) async throws {
        let answer = try await answer(request)
        for id in answer.result.removed {
            await session.forget(.init(store: try await store(), breakpoint: id))
        }
        if answer.result.removed.isEmpty {
            let missing = request.id.map { "There is no breakpoint \($0). `breakpoints` lists them." }
            throw InspectorError(.failed, missing ?? "There are no breakpoints.")
        }
        show(answer) { result in
            let ids = result.removed.map(String.init).joined(separator: ", ")
            return [StyledText("removed ") + StyledText(ids, .strong)]
        }
    }
}
