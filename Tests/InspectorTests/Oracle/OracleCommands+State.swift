import SeededTesting
import StrobeReflection
import StrobeTree

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

extension OracleCommands {
    // MARK: Values

    /// Queries the value at a path after an entry.
    mutating func askState(_ path: Path) async {
        let seq = Int.random(in: 0...log.last, using: &random)
        // Parts of a placeholder do not count.
        guard !log.isBelowHidden(path) else { return }
        let value = log.value(path, seq)
        for session in program.sessions {
            func hold<Answer: Equatable>(_ kind: String, _ answer: Answer, _ expected: Answer, _ line: String) {
                tally.hold(kind, answer, to: expected, "\(session.name), \(log.name), `\(line)`")
            }
            let get = "get \(path.swiftStyle) --at \(seq)"
            let text = (try? await session.run(get).get())?.joined(separator: "\n")
            hold("get", text, value.map { JSON.text($0, style: .pretty) }, get)
            let notation = await session.session.notation(of: "store")
            var shape = notation.state?.part(at: path)
            if case .unknown = shape { shape = nil }
            // Without a shape a recording shows what was written, and not how Swift would write it.
            guard shape != nil || session.name == "live" else { continue }
            let isChoice = shape.map(Self.isChoice) ?? log.isChoice(path, seq)
            let state = "state \(path.swiftStyle) --at \(seq) --depth 30 --count 1000"
            let shown = try? await session.run(state).get()
            var wrong = value == nil ? shown?.first : "an error"
            if let value, let shown {
                wrong = problem(of: shown, log.shown(value, path.tokens), at: path, isChoice, notation)
            }
            hold("state", wrong, nil, state)
            let tree = "tree \(path.swiftStyle) --at \(seq) --depth 1 --count 1000"
            let outline = try? await session.run(tree).get()
            if let value, !isChoice {
                hold("tree", outline.map { $0.count - 1 }, value.parts(at: path)?.count ?? 0, tree)
            } else {
                hold("tree", outline == nil, value == nil, tree)
            }
        }
    }

    private static func bare(_ text: String) -> String {
        text.replacing("\"\(RedactionRule.placeholder)\"", with: RedactionRule.placeholder)
    }

    private static func isChoice(_ shape: Schema) -> Bool {
        switch shape {
        case .optional(let shape): isChoice(shape)
        case .choice, .recursive: true
        default: false
        }
    }

    /// What is wrong with a displayed state, which must be a literal of it or of its parts one by one.
    private func problem(
        of lines: [String], _ value: Value, at path: Path, _ isChoice: Bool, _ notation: Notation
    ) -> String? {
        func fits(_ text: Substring, _ value: Value, _ path: Path) -> Bool {
            let shape = notation.state?.part(at: path)
            // A placeholder is not a string, and a value with one is parsed without its shape.
            let literals = [Literal.text(value, schema: shape), Literal.text(value)].map(Self.bare)
            let hidden = value.placeholders
            return literals.contains(Self.bare(String(text)))
                || hidden > 0 && text.ranges(of: RedactionRule.placeholder).count == hidden
                || (try? Literal.parse(String(text), schema: shape)) == value
        }
        if lines.count == 1 { return fits(lines[0][...], value, path) ? nil : lines[0] }
        guard let parts = value.parts(at: path) else { return "\(lines)" }
        // The payload of a case is shown below it, without labels if it has only one part.
        if isChoice { return lines[0].hasPrefix(".\(parts[0].path.tokens.last ?? "")") ? nil : lines[0] }
        guard lines.count == parts.count + 1 else { return "\(lines.count - 1) parts: \(lines)" }
        for part in parts {
            let isThere = lines.dropFirst().contains { line in
                let line = line.drop { $0 == " " }
                guard let label = part.labels.first(where: { line.hasPrefix($0) }) else { return false }
                return fits(line.dropFirst(label.count).drop { $0 == " " }, part.value, part.path)
            }
            guard isThere else { return "no \(JSON.text(part.value)) at \(part.labels[0]) in \(lines)" }
        }
        return nil
    }
}

extension Value {
    /// The number of placeholders in it.
    fileprivate var placeholders: Int {
        switch self {
        case .array(let elements): elements.map(\.placeholders).reduce(0, +)
        case .object(let members): members.values.map(\.placeholders).reduce(0, +)
        default: self == .string(RedactionRule.placeholder) ? 1 : 0
        }
    }

    /// The parts of an array or object, with their possible labels in a listing; `nil` for a leaf.
    fileprivate func parts(at path: Path) -> [(labels: [String], path: Path, value: Value)]? {
        switch self {
        case .array(let elements):
            elements.enumerated().map { (["[\($0)]", "-"], path.appending($0), $1) }
        case .object(let members):
            members.map { (["\($0):", "\(Literal.text(.string($0))):"], path.appending($0), $1) }
        default: nil
        }
    }
}
