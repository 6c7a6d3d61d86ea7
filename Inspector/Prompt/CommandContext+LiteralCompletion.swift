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
        guard let path = try? Path(parsing: place.text), let schema = await notation().state?.part(at: path) else {
            return nil
        }
        return Self.completion(of: String(text[place.range.upperBound...].drop { $0.isWhitespace }), schema: schema)
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
        guard case .object(let fields)? = members[name] else { return nil }
        let candidates = fields.keys.map { Path([$0]).swiftStyle + "=" }.filter { $0.hasPrefix(written) }
        return LineEditing.Completion(
            replacing: written.count, candidates: candidates.map { .init($0, suffix: "") })
    }
}
