import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Completes a path and, after it, a value that fits there.
    func completePathAndValue(_ text: String) async -> LineEditing.Completion? {
        guard let place = (try? Word.split(text, lenient: true))?.first, place.range.upperBound < text.endIndex else {
            return await completePath(text)
        }
        guard let path = try? Path(parsing: place.text) else { return nil }
        let typed = String(text[place.range.upperBound...].drop { $0.isWhitespace })
        let schema = await notation().state?.part(at: path)
        let offered = schema.flatMap { Self.completion(of: typed, schema: $0) }
        guard let present = await presentValue(at: path, schema), present.hasPrefix(typed),
            offered.map({ $0.replacing == typed.count }) ?? true
        else { return offered }
        // Of other types, all that can be offered is how a value begins, as the present one does.
        var others = offered?.candidates.filter { $0.text != present } ?? []
        switch schema?.unwrapped {
        case .choice, .scalar(.bool): break
        default: others.removeAll { $0.text != "nil" }
        }
        return LineEditing.Completion(
            replacing: typed.count,
            candidates: [.init(present, display: StyledText(present).fitted(to: 50).plain, detail: "as it is")]
                + others)
    }

    /// The literal of the live value at a path, unless it is hidden or too long for a line.
    private func presentValue(at path: Path, _ schema: Schema?) async -> String? {
        guard let store = location.store,
            let value = try? await answer(StateGet(store: store, path: path)).result.value
        else { return nil }
        let text = Literal.text(value, schema: schema)
        let isHidden = text.contains(RedactionRule.placeholder.dropLast())
        return isHidden || text.utf8.count > 2_000 || text.contains(where: \.isNewline) ? nil : text
    }

    /// Completes the path after a search text; the text itself has no completion.
    func completeTextAndPath(_ text: String) async -> LineEditing.Completion? {
        guard let words = try? Word.split(text, lenient: true), let last = words.last else { return nil }
        if words.count == 1 { return last.range.upperBound < text.endIndex ? await completePath("") : nil }
        return words.count == 2 && last.range.upperBound == text.endIndex ? await completePath(last.text) : nil
    }

    /// Completes a seq, then the fields of its action and, after `=`, the value of a field.
    func completeRedo(_ text: String) async -> LineEditing.Completion? {
        guard let words = try? Word.split(text, lenient: true), let first = words.first,
            first.range.upperBound < text.endIndex
        else { return await completeSeq(text) }
        guard let store = location.store, let place = try? await placeIfAny(first.text),
            let history = try? await history(),
            let seq = try? place.resolved(from: location.position, in: history),
            let action = try? await answer(LogGet(store: store, seq: seq)).result.entry.action,
            case .object(let members) = action, members.count == 1, let name = members.keys.first
        else { return nil }
        let written =
            words.count > 1 && words[words.count - 1].range.upperBound == text.endIndex
            ? text[words[words.count - 1].range] : ""
        if let equals = written.firstIndex(of: "=") {
            guard let path = try? Path(parsing: String(written[..<equals])),
                let schema = await notation().action?.part(at: Path([name] + path.tokens))
            else { return nil }
            return Self.completion(of: String(written[written.index(after: equals)...]), schema: schema)
        }
        return Self.completeField(String(written), of: action, case: name)
    }

    /// Completes the path of a field of an action, with or without the name of its case.
    private static func completeField(
        _ written: String, of action: Value, case name: String
    ) -> LineEditing.Completion? {
        let prefix = PathPrefix(written)
        guard let parent = try? Path(parsing: prefix.text) else { return nil }
        // Below the root of the action there is its case alone, which is left out.
        let isNamed = parent.tokens.first == name
        guard let place = action.value(at: isNamed ? parent : Path([name] + parent.tokens)) else { return nil }
        let names: [String] =
            switch place {
            case .object(let members): members.keys.map { String($0) }
            case .array(let elements): elements.indices.map(String.init)
            default: []
            }
        return completion(
            of: written,
            among: names.flatMap { key -> [LineEditing.Completion.Candidate] in
                let path = parent.appending(key).swiftStyle
                let detail = place.value(at: Path([key])).map { Literal.text($0, limit: 30) } ?? ""
                return [.init(path + "=", detail: detail)]
            })
    }
}
