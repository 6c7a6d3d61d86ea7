import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let set = Command(
        name: "set", group: .change, arguments: "PATH VALUE",
        summary: "set a part of the live state",
        details: [
            "VALUE is a Swift literal or its JSON form: set .cart.total 3, set .session .loggedOut, set",
            ".items[id=42].note nil. Tab completes the path, then the value. The index after the last element appends",
            "one; a new key of a dictionary adds an entry. The edit is a log entry; effects do not run. Needs",
            "control access.",
        ],
        options: [
            Option(name: "if-seq", value: "N", summary: "only if the store is still at that seq"), .editor,
        ], limit: nil, completion: [.pathAndValue]
    ) { invocation, context in
        if invocation.has("editor") { return try await context.setEdited(invocation) }
        let notation = await context.notation()
        let (path, text) = try invocation.pathAndValue()
        let value = try Notation.value(text, notation.state?.part(at: path))
        let store = try await context.store()
        let position = context.location.position
        let answer = try await context.answer(
            StateSet(store: store, path: path, value: value, ifSeq: try invocation.number("if-seq")))
        await context.session.noteSent(answer.result.seq, to: store)
        await context.session.noteChange(answer.result.seq, of: store)
        let mark = context.note(.text(String(answer.result.seq)))
        context.show(answer) { result in
            var lines = DispatchRendering(layout: context.layout, notation: notation).lines(
                result, path.isRoot ? "set the state" : "set \(path.swiftStyle)")
            if position != nil {
                lines.append(StyledText("set in the live store, not at the current position; `live` goes there", .dim))
            }
            return context.marked(lines, mark)
        }
    }
}

extension CommandContext {
    /// Lets the user edit the value at a path, or the one after it, in an editor of their own, and sets it.
    fileprivate func setEdited(_ invocation: Invocation) async throws {
        let text = invocation.argument ?? ""
        guard let place = try Word.split(text).first else {
            throw InspectorError(.usage, "`set --editor` needs a path, as in `set .cart --editor`.")
        }
        let path = try Path(parsing: place.text)
        var value = String(text[place.range.upperBound...].drop { $0.isWhitespace || $0 == "=" })
        if value.isEmpty {
            let present = try await answer(StateGet(store: try await store(), path: path)).result.value
            value = await notation().text(state: present, at: path)
        }
        try InspectorError.refusePlaceholder(in: value)
        try await runEdited("set\(invocation.optionText(except: ["editor"])) \(text[place.range])", value)
    }
}

extension Invocation {
    /// The path, and the text of the value after it.
    fileprivate func pathAndValue() throws -> (Path, String) {
        let text = argument ?? ""
        guard let place = try Word.split(text).first else {
            throw InspectorError(.usage, "`set` needs a path and a value. Usage: \(command.usage)")
        }
        var value = text[place.range.upperBound...].drop(while: \.isWhitespace)
        if value.hasPrefix("=") { value = value.dropFirst().drop(while: \.isWhitespace) }
        guard !value.isEmpty else {
            throw InspectorError(
                .usage, "`set` needs a value for \(place.text). Usage: \(command.usage)")
        }
        return (try Path(parsing: place.text), String(value))
    }
}
