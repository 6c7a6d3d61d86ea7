import SeededTesting
import StrobeReflection
import StrobeTree

/// A random log with all of its states, and naive answers to queries.
struct OracleLog<Subject: OracleSubject>: Sendable {
    let seed: UInt64
    let initial: Subject
    /// The redaction rules.
    let rules: [OracleRule]
    let redaction: Redaction
    private(set) var actions: [Subject.Action]
    /// The states by seq, as values and as JSON.
    private(set) var states: [Subject]
    private(set) var values: [Value]

    /// Creates the log of a seed.
    init(seed: UInt64, hiding rules: [OracleRule] = []) throws {
        var random = SeededGenerator(seed: seed)
        try self.init(actions: Subject.actions(using: &random), seed: seed, hiding: rules)
    }

    /// Creates a log from some actions.
    init(actions: [Subject.Action], seed: UInt64 = 0, hiding rules: [OracleRule] = []) throws {
        (self.seed, self.actions, self.rules) = (seed, actions, rules)
        redaction = try Redaction(parsing: rules.map(\.text))
        let encoder = TreeEncoder(redaction: redaction)
        initial = Subject()
        var states = [initial]
        for action in actions {
            var state = states[states.count - 1]
            state.reduce(action)
            states.append(state)
        }
        self.states = states
        values = try states.map { try encoder.encode($0) }
    }

    /// A log of the same length with the actions reversed.
    var reversed: OracleLog {
        var log = self
        log.actions.reverse()
        log.states.reverse()
        log.values.reverse()
        return log
    }

    /// The name in failure messages.
    var name: String {
        "seed \(seed) of \(Subject.self)" + (rules.isEmpty ? "" : " hiding \(rules.map(\.text))")
    }

    /// The last seq.
    var last: Int { actions.count }

    /// The action that led to a state; `nil` for the first.
    func action(_ seq: Int) -> Subject.Action? { seq == 0 ? nil : actions[seq - 1] }

    /// The value at a path after an entry.
    func value(_ path: Path, _ seq: Int) -> Value? { values[seq].found(path.tokens[...]) }

    /// Whether the value at a path after an entry is that of an enum.
    func isChoice(_ path: Path, _ seq: Int) -> Bool {
        (try? Node(states[seq], redaction: redaction).descendant(at: path))?.kind == .choice
    }

    /// Whether an entry changed the value at a path.
    func changed(_ path: Path, _ seq: Int) -> Bool { seq > 0 && value(path, seq) != value(path, seq - 1) }

    /// The entries that changed the value at a path.
    func changes(_ path: Path) -> [Int] { (0...last).filter { changed(path, $0) } }

    /// All paths that ever exist, with `[id=…]` for elements with an id, and some that exist in the type only.
    var paths: [Path] {
        var found: Set<[String]> = []
        func walk(_ value: Value, _ tokens: [String]) {
            found.insert(tokens)
            switch value {
            case .object(let members): for (key, member) in members { walk(member, tokens + [key]) }
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    walk(element, tokens + [String(index)])
                    // A redacted id cannot be used in a path.
                    if let id = element.idToken, !id.contains(RedactionRule.placeholder) {
                        walk(element, tokens + [id])
                    }
                }
            default: break
            }
        }
        for value in values { walk(value, []) }
        found.formUnion(Subject.places)
        return found.map { Path($0) }.sorted { $0.pointer < $1.pointer }
    }
}

extension OracleLog<OracleState> {
    /// Creates the log of a seed.
    ///
    /// - Parameter hides: Whether the value at `/secret` is that of another program.
    init(seed: UInt64, hiding rules: [OracleRule], other hides: Bool) throws {
        var random = SeededGenerator(seed: seed)
        var other = SeededGenerator(seed: seed ^ 0xFFFF)
        let actions = OracleState.actions(using: &random).map { action in
            guard hides, case .hide = action else { return action }
            return .hide(OracleLeaf(value: .random(in: 5...9, using: &other), note: "other"))
        }
        try self.init(actions: actions, seed: seed, hiding: rules)
    }
}

extension Value {
    /// The value at a path given by tokens.
    func found(_ tokens: ArraySlice<String>) -> Value? {
        guard let token = tokens.first else { return self }
        switch self {
        case .object(let members):
            for (key, member) in members where key == token { return member.found(tokens.dropFirst()) }
        case .array(let elements):
            for (index, element) in elements.enumerated() where String(index) == token || element.idToken == token {
                return element.found(tokens.dropFirst())
            }
        default: break
        }
        return nil
    }

    /// The token for an array element with an `id`.
    var idToken: String? {
        guard case .object(let members) = self else { return nil }
        switch members["id"] {
        case .int(let id): return "[id=\(id)]"
        case .string(let id): return "[id=\(id)]"
        default: return nil
        }
    }
}
