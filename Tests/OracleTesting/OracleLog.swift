import SeededTesting
import StrobeReflection
import StrobeTree

/// A random log with all states that it leads to, kept whole, and what can be asked of them answered the slow way.
struct OracleLog<Subject: OracleSubject>: Sendable {
    let seed: UInt64
    let initial: Subject
    /// What is hidden.
    let rules: [OracleRule]
    let redaction: Redaction
    private(set) var actions: [Subject.Action]
    /// The states by their seqs, as they are and in their JSON form.
    private(set) var states: [Subject]
    private(set) var values: [Value]

    /// Makes the log of a seed.
    init(seed: UInt64, hiding rules: [OracleRule] = []) throws {
        var random = SeededGenerator(seed: seed)
        try self.init(actions: Subject.actions(using: &random), seed: seed, hiding: rules)
    }

    /// Makes a log of some actions.
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

    /// A log of the same length that has everything the other way round.
    var reversed: OracleLog {
        var log = self
        log.actions.reverse()
        log.states.reverse()
        log.values.reverse()
        return log
    }

    /// How its failures call it.
    var name: String {
        "seed \(seed) of \(Subject.self)" + (rules.isEmpty ? "" : " hiding \(rules.map(\.text))")
    }

    /// The last seq.
    var last: Int { actions.count }

    /// The action that led to a state; `nil` for the first.
    func action(_ seq: Int) -> Subject.Action? { seq == 0 ? nil : actions[seq - 1] }

    /// What is at a path after an entry.
    func value(_ path: Path, _ seq: Int) -> Value? { values[seq].found(path.tokens[...]) }

    /// Whether an entry changed what is at a path.
    func changed(_ path: Path, _ seq: Int) -> Bool { seq > 0 && value(path, seq) != value(path, seq - 1) }

    /// The entries that changed what is at a path.
    func changes(_ path: Path) -> [Int] { (0...last).filter { changed(path, $0) } }

    /// All paths that there ever are, with `[id=…]` for elements that have one, and some that are in the type alone.
    var paths: [Path] {
        var found: Set<[String]> = []
        func walk(_ value: Value, _ tokens: [String]) {
            found.insert(tokens)
            switch value {
            case .object(let members): for (key, member) in members { walk(member, tokens + [key]) }
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    walk(element, tokens + [String(index)])
                    // An id that is hidden names nothing.
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
    /// Makes the log of a seed.
    ///
    /// - Parameter hides: Whether what is at `/secret` is that of another program.
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
    /// What some tokens lead to, one by one.
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

    /// What an element of an array is called by its `id`.
    var idToken: String? {
        guard case .object(let members) = self else { return nil }
        switch members["id"] {
        case .int(let id): return "[id=\(id)]"
        case .string(let id): return "[id=\(id)]"
        default: return nil
        }
    }
}
