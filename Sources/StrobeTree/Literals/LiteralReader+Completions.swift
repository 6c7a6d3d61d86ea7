extension LiteralReader {
    mutating func completions(_ schema: Schema) -> [Literal.Completion] {
        // Only what was recorded where the text ended matters, not whether the text is whole.
        _ = try? read(schema)
        return ending
    }

    /// What may begin a value.
    ///
    /// - Parameters:
    ///   - schema: The shape of the value.
    ///   - typed: The word at the end of the text, with the dot before it.
    func offers(_ schema: Schema?, typed: String) -> [Literal.Completion] {
        func offer(_ texts: [String], detail: String = "") -> [Literal.Completion] {
            texts.filter { $0.hasPrefix(typed) }.map {
                Literal.Completion(text: $0, replaced: typed.count, detail: detail)
            }
        }
        switch resolved(schema) {
        case .choice(_, let cases):
            let word = typed.hasPrefix(".") ? typed.dropFirst() : typed[...]
            return cases.filter { $0.name.hasPrefix(word) }.compactMap { choice in
                let isName = Spelling.isCaseName(choice.name)
                guard isName || typed.isEmpty else { return nil }
                let text = isName ? ".\(choice.name)" : JSON.text(choice.form)
                return Literal.Completion(
                    text: choice.payload.isEmpty ? text : text + "(", replaced: typed.count, detail: choice.signature)
            }
        case .optional(let wrapped): return offers(wrapped, typed: typed) + offer(["nil"])
        case .object(let type, _): return offer(schema?.baseName.map { ["\($0)("] } ?? [], detail: type)
        case .scalar(.bool): return offer(["true", "false"], detail: "Bool")
        case .scalar(.double): return typed.isEmpty ? [] : offer([".nan", ".infinity"], detail: "Double")
        case .scalar(.string), .scalar(.date), .scalar(.url), .scalar(.uuid), .scalar(.data):
            return typed.isEmpty ? offer(["\""], detail: schema?.typeText ?? "") : []
        case .array, .set, .dictionary: return typed.isEmpty ? offer(["["], detail: schema?.typeText ?? "") : []
        default: return []
        }
    }

    /// Adds `nil` to the completions, if an optional begins at the end.
    mutating func offerNil(from start: Int) {
        guard scalars.count - start <= 3 else { return }
        var typed = String.UnicodeScalarView()
        typed.append(contentsOf: scalars[start...])
        guard "nil".hasPrefix(String(typed)), !ending.contains(where: { $0.text == "nil" }) else { return }
        ending.append(Literal.Completion(text: "nil", replaced: typed.count))
    }

    /// Records the labels that may continue the text.
    ///
    /// - Parameters:
    ///   - fields: What is expected.
    ///   - arguments: What has been read already.
    ///   - typed: The beginning of a label.
    ///   - end: Where that ends; the current position if absent.
    mutating func offerLabels(_ fields: [Schema.Field], _ arguments: Arguments, typed: String, at end: Int? = nil) {
        if end == nil { skipSpace() }
        guard (end ?? position) == scalars.count else { return }
        ending = fields.enumerated().compactMap { index, field in
            guard let name = field.name, arguments.members[field.key(at: index)] == nil, name.hasPrefix(typed) else {
                return nil
            }
            return Literal.Completion(text: "\(name): ", replaced: typed.count, detail: field.schema.typeText)
        }
    }

    /// Records what may follow an argument: the next one or the closing parenthesis.
    mutating func offerNext(_ fields: [Schema.Field]?, _ arguments: Arguments) {
        // A word that may be longer comes first.
        guard ending.isEmpty, let fields else { return }
        let open = fields.enumerated().filter { arguments.members[$1.key(at: $0)] == nil }.map(\.element)
        ending = open.prefix(1).map { field in
            Literal.Completion(
                text: field.name.map { ", \($0): " } ?? ", ", replaced: 0, detail: field.schema.typeText)
        }
        let mayEnd = open.allSatisfy(\.schema.isOptional)
        if mayEnd { ending.append(Literal.Completion(text: ")", replaced: 0)) }
    }
}
