import InspectorCore
import LineEditing
import StrobeTree

extension CommandContext {
    /// Completes a condition: a path, what it can be compared with, an operator, a function.
    func completeCondition(_ text: String) async -> LineEditing.Completion? {
        let start = Self.operandStart(in: text)
        let word = String(text[start...])
        let before = text[..<start].trimmedBlanks
        if before.hasSuffix("==") || before.hasSuffix("!=") {
            return await completeOperand(word, comparedWith: before.dropLast(2).trimmedBlanks)
        }
        if word.hasPrefix(".") || word.hasPrefix("/") { return await completePath(word) }
        let clause = before.components(after: ["&&", "||"])
        guard clause.isEmpty || clause.last.map({ "(!=<>+-,".contains($0) }) ?? true else {
            return Self.completion(of: word, among: Self.operators(behind: clause))
        }
        let names = Self.completion(of: word, among: [], ending: Condition.functions.map { $0 + "(" })
        let facts = Self.completion(of: word, among: Condition.facts)
        guard word.isEmpty, var paths = await completePath("") else {
            return LineEditing.Completion(
                replacing: word.count, candidates: facts.candidates + names.candidates)
        }
        paths.candidates += facts.candidates + names.candidates
        return paths
    }

    /// Completes the path at the end of a text, or in the braces of a message.
    func completePath(inside text: String) async -> LineEditing.Completion? {
        let path = text[Self.operandStart(in: text)...]
        guard path.hasPrefix(".") || path.hasPrefix("/") else { return nil }
        return await completePath(String(path))
    }

    private static func operators(behind clause: Substring) -> [String] {
        let isCompared = ["==", "!=", "<", ">", " contains ", " like ", " matches "].contains { clause.contains($0) }
        let joining = ["&&", "||"]
        return isCompared
            ? joining
            : ["==", "!=", "<", "<=", ">", ">=", "contains", "startsWith", "endsWith", "like", "matches"] + joining
    }

    /// Completes what a path or a fact of the entry is compared with.
    private func completeOperand(_ word: String, comparedWith left: Substring) async -> LineEditing.Completion? {
        let text = String(left)
        // `before(.session)` is of the type of `.session`.
        var operand = text[Self.operandStart(in: text)...]
        while operand.last == ")" { operand.removeLast() }
        let notation = await notation()
        switch operand {
        case "action": return Self.completion(of: word, cases: notation.action)
        case "origin": return Self.completion(of: word, among: EntryFacts.origins.map { "\"\($0)\"" })
        default: break
        }
        let isCase = operand.hasSuffix(".case")
        guard let path = try? Path(parsing: String(isCase ? operand.dropLast(5) : operand)),
            let schema = notation.state?.part(at: path)
        else { return nil }
        if isCase, case .choice(_, let cases) = schema.unwrapped {
            return Self.completion(of: word, among: cases.map { "\"\($0.name)\"" })
        }
        let isOptional = schema.unwrapped != schema
        if var found = Self.completion(of: word, cases: schema.unwrapped) {
            if isOptional { found.candidates += Self.completion(of: word, among: ["nil"]).candidates }
            return found
        }
        return Self.completion(of: word, schema: schema)
    }

    /// Completes the name of a case, and nothing once its payload is begun.
    private static func completion(of word: String, cases schema: Schema?) -> LineEditing.Completion? {
        guard case .choice(_, let cases)? = schema, !word.contains("(") else { return nil }
        return LineEditing.Completion(
            replacing: word.count,
            candidates: cases.map { choice in
                .init(".\(choice.name)", display: choice.signature, suffix: " ")
            }.filter { $0.text.hasPrefix(word) })
    }

    private static func completion(
        of prefix: String, among words: [String], ending open: [String]
    ) -> LineEditing.Completion {
        LineEditing.Completion(
            replacing: prefix.count, candidates: open.filter { $0.hasPrefix(prefix) }.map { .init($0) })
    }

    /// The start of the operand at the end of a condition; blanks inside brackets and quotes belong to it.
    private static func operandStart(in text: String) -> String.Index {
        var start = text.startIndex
        var isQuoted = false
        var depth = 0
        for index in text.indices {
            let next = text.index(after: index)
            switch text[index] {
            case "\"": isQuoted.toggle()
            case "[" where !isQuoted: depth += 1
            case "]" where !isQuoted: depth -= 1
            // The payload of a case belongs to it, the argument of a function does not.
            case "(" where !isQuoted && depth == 0 && !text[start..<index].hasPrefix("."): start = next
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted && depth > 0: depth -= 1
            case " ", "!", "{", ",", "=", "<", ">", "&", "|":
                if !isQuoted, depth <= 0 { start = next }
            default: break
            }
        }
        return start
    }
}

extension Schema {
    /// What is in an optional.
    var unwrapped: Schema {
        if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
    }
}

extension Substring {
    /// What is behind the last of some separators.
    fileprivate func components(after separators: [String]) -> Substring {
        var rest = self
        for separator in separators {
            while let found = rest.firstRange(of: separator) { rest = rest[found.upperBound...] }
        }
        return rest.trimmedBlanks
    }
}
