import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let send = Command(
        name: "send", aliases: ["dispatch"], group: .change, arguments: "ACTION",
        summary: "dispatch an action to the live store, or the actions of a file",
        details: [
            "ACTION is a Swift literal or its JSON form: send .loaded(User(id: 1, name: \"Ada\")). At a past position,",
            "the action still goes to the live store; a dry run starts at that position. --from sends the lines of a",
            "file in order: actions in their JSON form, {\"store\": ID, \"action\": ACTION}, or a recording. All lines",
            "are read before the first is sent; sending stops at the first one that is refused. --editor is for long",
            "actions: the action is sent when the editor exits without an error, unless the text is empty. Needs",
            "control access.",
        ],
        options: [
            Option(name: "dry-run", summary: "only show what it would change"), .editor,
            Option(name: "at", value: "SEQ", summary: "the state that a dry run starts from", completion: .seq),
            Option(name: "if-seq", value: "N", summary: "only if the store is still at that seq"),
            Option(
                name: "from", value: "FILE", summary: "send the actions of a file of JSON lines", completion: .file),
            Option(
                name: "rate", value: "N/s", summary: "with --from: send N per second (/m, /h) instead of all at once"),
            Option(name: "effects", summary: "with --from a recording: also send the answers of effects"),
        ], limit: nil, completion: [.action],
        check: { invocation throws(InspectorError) in
            if invocation.has("from") {
                _ = try invocation.words(FileSending.self)
            } else {
                try InspectorError.refusePlaceholder(in: invocation.argument ?? "")
            }
        },
        names: { invocation in invocation.has("from") ? [] : invocation.action.map { [.action($0)] } ?? [] }
    ) { invocation, context in
        if invocation.has("from") {
            try await context.send(try invocation.words())
            return
        }
        if invocation.has("editor") {
            return try await context.runEdited(
                "send" + invocation.optionText(except: ["editor"]), invocation.argument ?? "")
        }
        guard !invocation.has("rate"), !invocation.has("effects") else {
            throw InspectorError(.usage, "`--rate` and `--effects` are for the actions of a file: send --from FILE.")
        }
        guard let literal = invocation.action else {
            throw InspectorError(
                .usage, "`send` needs an action. `actions` lists them. Usage: \(invocation.command.usage)")
        }
        let notation = await context.notation()
        let action = try InspectorError.parsing(literal.text) { () throws(TreeError) in
            try literal.value(in: notation)
        }
        let isDryRun = invocation.has("dry-run")
        guard isDryRun || !invocation.has("at") else {
            throw InspectorError(.usage, "`--at` needs `--dry-run`: actions are sent to the live store.")
        }
        let position = context.location.position
        let store = try await context.store()
        if !isDryRun { await context.noteMove(of: store) }
        let answer = try await context.answer(
            ActionDispatch(
                store: store, action: action, ifSeq: try invocation.number("if-seq"),
                dryRun: isDryRun ? true : nil, at: isDryRun ? try await context.at(invocation) : nil,
                origin: context.options.isInteractive ? nil : "script"))
        if !isDryRun { await context.session.noteSent(answer.result, to: store) }
        let isEntry = !isDryRun && answer.result.held == nil && answer.result.applied != false
        let mark = isEntry ? context.note(.text(String(answer.result.seq))) : StyledText()
        context.show(answer) { result in
            var lines = DispatchRendering(layout: context.layout, notation: notation).lines(result, isDryRun: isDryRun)
            if let position, !isDryRun, result.held == nil {
                lines.append(StyledText("sent to the live store, not to @\(position); `live` goes there", .dim))
            }
            return context.marked(lines, mark)
        }
    }

    static let actions = Command(
        name: "actions", aliases: ["a", "schema"], group: .look, arguments: "[CASE]",
        summary: "show the actions, as Swift declarations",
        details: ["With CASE, only that one is shown, with an example to send."], limit: 1, completion: [.actionCase]
    ) { invocation, context in
        let store = try await context.store()
        let answer = try await context.answer(ActionSchema(store: store))
        let schema = answer.result.schema
        let isRecorded = await context.session.recording != nil
        let described = context.session.stores.first { $0.id == store }
        let isDecodable = isRecorded || described?.capabilities.dispatch != false
        let name = invocation.argument
        let lines =
            try name.map { name throws(InspectorError) in
                try SchemaRendering.lines(caseNamed: name, of: schema)
            } ?? SchemaRendering.lines(schema, isDecodable: isDecodable)
        context.show(answer) { _ in lines }
    }
}

extension InspectorError {
    /// Refuses text with the placeholder of a redacted value, which would be sent as it is.
    static func refusePlaceholder(in text: String) throws(InspectorError) {
        guard text.contains(RedactionRule.placeholder.dropLast()) else { return }
        throw InspectorError(
            .usage,
            "\(RedactionRule.placeholder) is a placeholder for a hidden value. Fill it in, or take it from a variable: "
                + "$NAME, given with --let NAME=VALUE.")
    }
}
