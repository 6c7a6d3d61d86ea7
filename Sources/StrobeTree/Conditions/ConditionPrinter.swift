/// Writes conditions so that they read back as the same.
struct ConditionPrinter {
    let paths: [Path]
    /// Whether parentheses are left out that only help people.
    var isSparing = false

    func text(_ expression: ConditionExpression) -> String {
        switch expression {
        case .literal(.null): return "null"
        case .literal(.string(let text)): return QuotedText.quote(text)
        case .literal(let value): return JSON.text(value)
        case .form(let form): return form.text
        case .place(let place): return text(place)
        case .caseName(let place): return text(place, ofCase: true)
        case .count(let place): return "count(\(text(place)))"
        case .exists(let place): return "exists(\(text(place)))"
        case .changed(let path, let isCase):
            return "changed(\(text(.init(path: path, isBefore: false), ofCase: isCase)))"
        case .fact(let fact): return fact.rawValue
        case .sum(let terms): return text(terms)
        case .comparison(let comparator, let a, let b):
            return "\(operand(a)) \(comparator.rawValue) \(right(b))"
        case .isCase(let part, let name, _, let negated): return "\(operand(part)) \(negated ? "!=" : "==") .\(name)"
        case .isAction(let name, _, let negated): return "action \(negated ? "!=" : "==") .\(name)"
        case .contains(let a, let b): return "\(operand(a)) contains \(operand(b))"
        case .startsWith(let a, let b): return "\(operand(a)) startsWith \(operand(b))"
        case .endsWith(let a, let b): return "\(operand(a)) endsWith \(operand(b))"
        case .matches(let part, let pattern): return "\(operand(part)) \(text(pattern))"
        case .not(let part):
            return "!\(isBareBehindNot(part) ? text(part) : "(\(text(part)))")"
        case .all(let parts): return parts.map { joined($0) }.joined(separator: " && ")
        case .any(let parts): return parts.map { joined($0, isWithinAny: true) }.joined(separator: " || ")
        }
    }

    /// A part beside `&&` or `||`.
    private func joined(_ part: ConditionExpression, isWithinAny: Bool = false) -> String {
        switch part {
        case .all where isSparing && isWithinAny: text(part)
        case .all, .any: "(\(text(part)))"
        default: text(part)
        }
    }

    private func isBareBehindNot(_ part: ConditionExpression) -> Bool {
        switch part {
        case .not: true
        case .all, .any: false
        default: isSparing || isAtom(part)
        }
    }

    /// A part beside an operator.
    private func operand(_ part: ConditionExpression) -> String {
        if case .sum = part { return text(part) }
        return isAtom(part) ? text(part) : "(\(text(part)))"
    }

    /// The right operand: a path of one name would read as a case with a dot before it.
    private func right(_ part: ConditionExpression) -> String {
        guard case .place(let place) = part, !place.isBefore, paths[place.path].tokens.count == 1 else {
            return operand(part)
        }
        return pointer(paths[place.path])
    }

    private func isAtom(_ part: ConditionExpression) -> Bool {
        switch part {
        case .literal, .form, .place, .caseName, .count, .exists, .changed, .fact: true
        default: false
        }
    }

    private func text(_ terms: [ConditionExpression.Term]) -> String {
        var text = ""
        for term in terms {
            if !text.isEmpty { text += term.isSubtracted ? " - " : " + " }
            text += isAtom(term.expression) ? self.text(term.expression) : "(\(self.text(term.expression)))"
        }
        return text
    }

    private func text(_ place: ConditionExpression.Place, ofCase: Bool = false) -> String {
        var path = paths[place.path]
        var suffix = ""
        if ofCase {
            suffix = ".case"
        } else if path.tokens.last == "case" {
            path.tokens.removeLast()
            suffix = ".[\"case\"]"
        }
        let text = (path.isRoot && !suffix.isEmpty ? "" : path.swiftStyle) + suffix
        return place.isBefore ? "before(\(text))" : text
    }

    private func pointer(_ path: Path) -> String {
        path.tokens.map { token in
            "/" + (ConditionReader.isBareToken(token) && token != "case" ? token : QuotedText.quote(token))
        }.joined()
    }

    private func text(_ pattern: Pattern) -> String {
        switch pattern.form {
        case .glob(let text): "like \(QuotedText.quote(text))"
        case .regex(let text): "matches \(Self.regex(text))"
        case .text(let text): "contains \(QuotedText.quote(text))"
        }
    }

    /// A regular expression between slashes.
    private static func regex(_ text: String) -> String {
        var isEscaped = false
        var result = String.UnicodeScalarView()
        result.append("/")
        for scalar in text.unicodeScalars {
            if scalar == "/", !isEscaped { result.append("\\") }
            isEscaped = scalar == "\\" && !isEscaped
            result.append(scalar)
        }
        result.append("/")
        return String(result)
    }
}
