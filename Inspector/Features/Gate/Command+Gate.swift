import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let pause = Command(
        name: "pause", aliases: ["hold"], group: .gate, arguments: "",
        summary: "hold every action before it is reduced",
        details: [
            "The program's threads keep running: the actions they dispatch queue at the gate, in order, and the prompt",
            "shows how many. Reading works as usual. `held` shows the queue, `step` and `resume` release actions,",
            "`drop` and `edit` change the queue. The gate opens when the last client that used it leaves.",
        ]
    ) { _, context in
        try await context.pause()
    }

    static let resume = Command(
        name: "resume", aliases: ["continue", "c"], group: .gate, arguments: "",
        summary: "open the gate: release the held actions, up to the next breakpoint",
        details: ["In `strobe replay` it replays the rest, at the given speed."]
    ) { _, context in
        if let replay = await context.steppedReplay {
            return try await context.session.play(replay, isEachShown: context.options.isInteractive)
        }
        try await context.resume()
    }

    static let step = Command(
        name: "step", group: .gate, arguments: "[N]",
        summary: "release one action, or N, and stop before the next",
        details: [
            "The first passes regardless of breakpoints, the others unless a breakpoint stops them. If fewer are",
            "held, the next ones pass when they arrive. If the gate is open, `step` asks before closing it; in a",
            "script, use `pause` first. In `strobe replay` it replays one recorded transition, or N.",
        ], limit: 1, isRepeatable: true
    ) { invocation, context in
        let count = try invocation.argument.map { text throws(InspectorError) in
            guard let count = Int(text), count > 0 else {
                throw InspectorError(.usage, "`step` takes a number of actions from 1, not `\(text)`.")
            }
            return count
        }
        if let replay = await context.steppedReplay {
            return try await context.session.play(replay, count: count ?? 1, isEachShown: true)
        }
        guard try await context.confirmsClosing() else { return }
        try await context.step(count)
    }

    static let held = Command(
        name: "held", aliases: ["gate"], group: .gate, arguments: "",
        summary: "show where the gate stopped, and what it holds",
        details: ["Shows each held action with its id, for `drop` and `edit`, its origin and its age."],
        isNeededAgain: false
    ) { _, context in
        let answer = try await context.gate()
        let notation = await context.notation()
        context.show(answer) { GateRendering(layout: context.layout, notation: notation).lines($0) }
    }

    static let drop = Command(
        name: "drop", group: .gate, arguments: "[ID...|all]",
        summary: "discard the first held action, or those with these ids",
        details: ["They are never reduced; callers that wait for one get the error `cancelled`."],
        limit: .max, completion: [.held]
    ) { invocation, context in
        let isAll = invocation.arguments == ["all"]
        let ids = isAll ? [] : try invocation.arguments.map { text throws(InspectorError) in try HeldID(text).number }
        try await context.drop(ids.isEmpty ? nil : ids, all: isAll)
    }

    static let edit = Command(
        name: "edit", group: .gate, arguments: "[ID] [ACTION]",
        summary: "replace a held action",
        details: [
            "Default: the first one. At the prompt, ACTION is optional: the next line then starts with the held",
            "action, ready for editing; --editor opens it in your editor instead.",
        ], options: [.editor], limit: nil, completion: [.heldAction]
    ) { invocation, context in
        var text = invocation.argument ?? ""
        var id: Int?
        let word = text.prefix { !$0.isWhitespace }
        if let number = Int(word) {
            id = number
            text = String(text[word.endIndex...].drop(while: \.isWhitespace))
        }
        guard !text.isEmpty else {
            try await context.beginEdit(id, inEditor: invocation.has("editor"))
            return
        }
        if invocation.has("editor") {
            return try await context.runEdited(id.map { "edit \($0)" } ?? "edit", text)
        }
        let notation = await context.notation()
        let action = try Notation.value(text, notation.action)
        try await context.edit(id, to: action, text)
    }
}

/// The id of a held action, as typed.
private struct HeldID {
    let number: Int

    /// - Throws: ``InspectorError`` (`usage`) if the text is no such id.
    init(_ text: String) throws(InspectorError) {
        guard let number = Int(text), number > 0 else {
            throw InspectorError(.usage, "`\(text)` is not the id of a held action. `held` shows them.")
        }
        self.number = number
    }

    static func notHeld(_ id: Int) -> InspectorError {
        InspectorError(.failed, "No action \(id) is held. `held` shows those that are.")
    }
}

extension CommandContext {
    /// Discards held actions; the first one if neither parameter is given.
    fileprivate func drop(_ ids: [Int]?, all: Bool) async throws {
        try await moving { store in
            let before = options.isJSON ? [] : try await gate().result.held
            let answer = try await answer(GateDrop(store: store, ids: ids, all: all ? true : nil))
            await session.note(answer.result.status, of: store)
            let dropped = answer.result.dropped
            if let missing = ids?.first(where: { !dropped.contains($0) }), dropped.isEmpty {
                throw HeldID.notHeld(missing)
            }
            if dropped.isEmpty { throw InspectorError(.failed, "Nothing is held.") }
            let labels = Dictionary(before.map { ($0.id, $0.label) }, uniquingKeysWith: { $1 })
            show(answer) { result in
                var lines = result.dropped.prefix(20).map { id in
                    let label = labels[id].map { StyledText("  ") + LiteralHighlighting.styled($0) }
                    let line = StyledText("dropped ") + StyledText(String(id), .strong) + (label ?? StyledText())
                    return line.fitted(to: layout.width)
                }
                let more = result.dropped.count - lines.count
                if more > 0 { lines.append(StyledText("… \(NumberText.grouped(more)) more", .dim)) }
                return lines
            }
            if let missing = ids?.first(where: { !dropped.contains($0) }) { throw HeldID.notHeld(missing) }
        }
    }

    /// Replaces a held action; the first one if `id` is `nil`.
    fileprivate func edit(_ id: Int?, to action: Value, _ text: String) async throws {
        try await moving { store in
            let before = options.isJSON ? [] : try await gate().result.held
            let answer = try await answer(GateEdit(store: store, id: id, action: action))
            await session.note(answer.result.status, of: store)
            show(answer) { result in
                var line = StyledText("edited ") + StyledText(String(result.id), .strong) + StyledText("  ")
                if let old = before.first(where: { $0.id == result.id })?.label {
                    // A long label is cut so that the new one fits.
                    let room = max((layout.width - line.width) / 2, 12)
                    line += StyledText(old, .removed).fitted(to: room) + StyledText(" → ", .dim)
                }
                let new = result.status.held.first { $0.id == result.id }?.label ?? text
                return [(line + StyledText(new, .added)).fitted(to: layout.width)]
            }
        }
    }

    /// Prefills the next prompt line with a held action.
    fileprivate func beginEdit(_ id: Int?, inEditor: Bool) async throws {
        let gate = try await gate().result
        guard let held = id.map({ id in gate.held.first { $0.id == id } }) ?? gate.held.first else {
            throw id.map(HeldID.notHeld) ?? InspectorError(.failed, "Nothing is held.")
        }
        guard let action = held.action else {
            throw InspectorError(.failed, "\(held.label) cannot be typed: it is too large, or has no literal.")
        }
        let text = await notation().text(action: action)
        if inEditor { return try await runEdited("edit \(held.id)", text) }
        let line = "edit \(held.id) \(text)"
        guard options.isInteractive, hit == nil else {
            throw InspectorError(.usage, "`edit` needs an action here. Unchanged: \(line)")
        }
        await session.begin(nextLine: line)
    }
}
