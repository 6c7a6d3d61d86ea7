import InspectorCore
import StrobeReflection
import StrobeTree

/// Decides which typed lines stay out of the history: those that may hold what the program hides.
///
/// A line stays out if a value in it has a name, a place or a type that the program's redaction rules hide, or one of the
/// names that are hidden where a program says nothing; or if it looks like a secret, as tokens of `strobe token` do. Lines
/// that cannot be read count by the names in them. The reference to a variable is no secret, nor is a name alone.
struct LineSecrets {
    private let states: Redaction
    private let actions: Redaction
    private let notation: Notation
    private let aliases: [String: String]

    /// - Parameters:
    ///   - rules: The program's redaction rules; `nil` if they are not known.
    ///   - notation: The shapes of the current store, as far as they are known.
    ///   - aliases: The commands that aliases stand for.
    init(rules: [String]?, notation: Notation, aliases: [String: String] = [:]) {
        self.aliases = aliases
        let known = (rules ?? []).compactMap { try? RedactionRule(parsing: $0) }
        states = Redaction(rules: known).adding(.standard)
        actions = states.ofActions(states: notation.state)
        self.notation = notation
    }

    /// Whether a line stays out of the history.
    func isIn(_ line: String) -> Bool {
        if hasNamedValue(line) { return true }
        if let match = SecretDetector().match(in: line), match.kind != .email { return true }
        return isInCommands(of: line, depth: 0)
    }

    /// The text that replaces a variable, which is not a secret itself.
    private static let placeholder = "7310459"

    /// Whether a value is empty or has variables only.
    private static func saysNothing(_ value: Value) -> Bool {
        switch value {
        case .object(let members): !members.isEmpty && members.values.allSatisfy(saysNothing)
        case .array(let elements): !elements.isEmpty && elements.allSatisfy(saysNothing)
        default: [.null, "", .int(7_310_459)].contains(value)
        }
    }

    /// Whether a value of a command in a line is hidden.
    private func isInCommands(of line: String, depth: Int) -> Bool {
        let plain = ScriptVariables.replacingReferences(in: line[...], with: Self.placeholder)
        let script = try? Script(parsing: plain, variables: [], aliases: aliases, allowsShell: true)
        return (script?.all ?? []).contains { isIn($0, depth: depth) }
    }

    private func isIn(_ statement: ScriptStatement, depth: Int) -> Bool {
        guard let invocation = statement.invocation, let argument = invocation.argument else { return false }
        if depth < 4 {
            // Commands within a command.
            let inner: [Substring] =
                switch invocation.command.name {
                case Command.commands.name:
                    ScriptScanner.parts(of: argument.drop { $0.isNumber }, separatedBy: ";")
                case Command.alias.name: [argument.drop { $0 != "=" }.dropFirst()]
                case Command.let.name: argument.firstRange(of: "from ").map { [argument[$0.upperBound...]] } ?? []
                default: []
                }
            if inner.contains(where: { isInCommands(of: String($0.trimmedBlanks), depth: depth + 1) }) { return true }
        }
        switch invocation.command.completion.first {
        case .action, .heldAction:
            let literal = argument.drop { $0.isNumber }.trimmedBlanks
            guard let action = try? Literal.parse(String(literal), schema: notation.action) else { return false }
            let hidden = actions.hiddenPlaces(in: ShapedValue(action, shape: TreeShape(notation.action)))
            return hidden.contains { !(action.value(at: $0).map(Self.saysNothing) ?? true) }
        case .pathAndValue:
            guard let word = try? Word.split(argument).first, let path = try? Path(parsing: word.text) else {
                return false
            }
            let value = argument[word.range.upperBound...].drop { $0.isWhitespace || $0 == "=" }
            guard !value.isEmpty, value != Self.placeholder, value != "nil" else { return false }
            if states.hides(path) || notation.state.map({ states.hides(path, in: $0) }) ?? false { return true }
            let schema = notation.state?.part(at: path)
            guard let literal = try? Literal.parse(String(value), schema: schema) else { return false }
            let part = ShapedValue(literal, shape: TreeShape(schema))
            return !states.hiddenPlaces(in: part, at: path).isEmpty
        default: return false
        }
    }

    // MARK: - Names

    private static let harmless = ["nil", "null", "true", "false", "\"\""]
    private static let comparisons = ["contains ", "startsWith ", "endsWith ", "like ", "matches "]

    /// Whether a hidden name has a value behind it: `password: "…"`, `.password("…")`, `.pin == 1`, `.password "…"`.
    private func hasNamedValue(_ line: String) -> Bool {
        var index = line.startIndex
        while let start = line[index...].firstIndex(where: Self.isNamed) {
            let rest = line[start...]
            let end = rest.firstIndex { !Self.isNamed($0) } ?? line.endIndex
            index = end
            let name = String(line[start..<end])
            guard states.hides(key: name) || actions.hides(key: name) else { continue }
            if Self.hasValue(line[end...]) { return true }
        }
        return false
    }

    private static func isNamed(_ character: Character) -> Bool {
        character == "_" || character.isLetter || character.isNumber
    }

    private static func hasValue(_ text: Substring) -> Bool {
        // The end of a quoted key.
        var rest = text.drop { "\"'`]".contains($0) }
        let isClose = rest.first?.isWhitespace == false
        rest = rest.trimmedBlanks
        guard let sign = rest.first else { return false }
        if sign == "\"" || sign == "'" { return !isClose && rest.count > 2 && !rest.dropFirst().hasPrefix("$") }
        if let word = comparisons.first(where: { rest.hasPrefix($0) }) {
            rest = rest.dropFirst(word.count)
        } else {
            guard "(:=!<>".contains(sign) else { return false }
            rest = rest.drop { "(:=!<>".contains($0) || $0.isWhitespace }
        }
        rest = rest.trimmedBlanks
        guard let first = rest.first, first != ")", first != "$" else { return false }
        let word = rest.prefix { !$0.isWhitespace && !"),]&|;".contains($0) }
        return !harmless.contains(String(word))
    }
}

extension Session {
    /// Whether a typed line stays out of the history.
    func keepsSecret(_ line: String) async -> Bool {
        var context = CommandContext(self)
        // A program that does not answer must not keep the line waiting.
        context.deadline = .now + .milliseconds(300)
        return LineSecrets(rules: redaction, notation: await context.notation(), aliases: preferences.aliases).isIn(
            line)
    }
}
