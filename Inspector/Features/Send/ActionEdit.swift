import InspectorCore
import StrobeProtocol
import StrobeTree

/// The changes to a past action before it is sent again.
struct ActionEdit {
    private(set) var changes: [Change] = []

    /// Parses `.by=4 .title="Ada"`, or an action that replaces the old one.
    ///
    /// - Parameters:
    ///   - text: The text after the seq.
    ///   - entry: The entry of the action.
    ///   - schema: The shape of the store's actions.
    /// - Throws: ``InspectorError`` (`failed`) if a field or a value does not fit.
    init(_ text: String, of entry: LogEntry, schema: Schema?) throws {
        let assignments = Self.assignments(in: text)
        guard !assignments.isEmpty else {
            changes = [Change(.replace, .root, value: try Notation.value(text, schema))]
            return
        }
        guard let action = entry.action else {
            throw InspectorError(
                .failed, "The action of \(entry.seq) has no editable form: redo it unchanged.")
        }
        for (field, value) in assignments {
            let path = try Self.place(of: try Path(parsing: field), in: action, entry)
            changes.append(Change(.replace, path, value: try Notation.value(value, schema?.part(at: path))))
        }
    }

    /// The fields and values of `.by=4 .title="Ada"`; empty if the text does not begin with a field.
    static func assignments(in text: String) -> [(field: String, value: String)] {
        let words = (try? Word.split(text, lenient: true)) ?? []
        let fields = words.compactMap { word in separator(in: text[word.range]).map { (word: word, equals: $0) } }
        guard let first = words.first, fields.first?.word == first else { return [] }
        // A value may have blanks: it ends where the next field begins.
        let ends = fields.dropFirst().map(\.word.range.lowerBound) + [text.endIndex]
        return zip(fields, ends).map { field, end in
            var value = text[text.index(after: field.equals)..<end]
            while value.last?.isWhitespace == true { value.removeLast() }
            return (String(text[field.word.range.lowerBound..<field.equals]), String(value))
        }
    }

    /// Finds the `=` of a field; `nil` if the word is no field.
    private static func separator(in word: Substring) -> Substring.Index? {
        guard let first = word.first, first == "." || first == "/" || first == "[" else { return nil }
        var isInBrackets = false
        for index in word.indices {
            switch word[index] {
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "(", "\"", "{": if !isInBrackets { return nil }
            case "=": if !isInBrackets { return index }
            default: break
            }
        }
        return nil
    }

    /// The path of a field: as written, or below the name of the case.
    private static func place(of path: Path, in action: Value, _ entry: LogEntry) throws(InspectorError) -> Path {
        if action.value(at: path) != nil { return path }
        var there: [String] = []
        if case .object(let members) = action, members.count == 1, let name = members.keys.first {
            let inside = Path([name] + path.tokens)
            if action.value(at: inside) != nil { return inside }
            if case .object(let fields)? = members[name] { there = fields.keys }
        }
        let near = path.tokens.last.flatMap { Spelling.nearest($0, in: there) }
        let hint =
            near.map { "Did you mean `.\($0)`?" }
            ?? (there.isEmpty ? "It has no fields." : "It has \(there.map { ".\($0)" }.joined(separator: ", ")).")
        throw InspectorError(.failed, "The action \(entry.label) has no field `\(path.swiftStyle)`. \(hint)")
    }
}
