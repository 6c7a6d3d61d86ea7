import SeededTesting
import StrobeTree

/// A random log with all states that it leads to, kept whole, and what can be asked of them answered the slow way.
struct OracleLog: Sendable {
    let seed: UInt64
    let initial: OracleState
    private(set) var actions: [OracleAction]
    /// The states by their seqs, as they are and in their JSON form.
    private(set) var states: [OracleState]
    private(set) var values: [Value]

    /// Makes the log of a seed.
    ///
    /// - Parameter hides: Whether what is at `/secret` is that of another program.
    init(seed: UInt64, hiding encoder: TreeEncoder = TreeEncoder(), other hides: Bool = false) throws {
        var random = SeededGenerator(seed: seed)
        var other = SeededGenerator(seed: seed ^ 0xFFFF)
        let actions: [OracleAction] =
            (0..<Int.random(in: 30...60, using: &random)).map { _ in
                let action = OracleAction.random(using: &random)
                guard hides, case .hide = action else { return action }
                return .hide(OracleLeaf(value: .random(in: 5...9, using: &other), note: "other"))
            } + [.end]
        try self.init(actions: actions, seed: seed, encoder)
    }

    /// Makes a log of some actions.
    init(actions: [OracleAction], seed: UInt64 = 0, _ encoder: TreeEncoder = TreeEncoder()) throws {
        (self.seed, self.actions) = (seed, actions)
        initial = OracleState()
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

    /// The last seq.
    var last: Int { actions.count }

    /// The action that led to a state; `nil` for the first.
    func action(_ seq: Int) -> OracleAction? { seq == 0 ? nil : actions[seq - 1] }

    /// What is at a path after an entry.
    func value(_ path: Path, _ seq: Int) -> Value? { Self.lookUp(path.tokens[...], in: values[seq]) }

    /// Whether an entry changed what is at a path.
    func changed(_ path: Path, _ seq: Int) -> Bool { seq > 0 && value(path, seq) != value(path, seq - 1) }

    /// The entries that changed what is at a path.
    func changes(_ path: Path) -> [Int] { (0...last).filter { changed(path, $0) } }

    /// What some tokens lead to, one by one.
    static func lookUp(_ tokens: ArraySlice<String>, in value: Value) -> Value? {
        guard let token = tokens.first else { return value }
        switch value {
        case .object(let members):
            for (key, member) in members where key == token { return lookUp(tokens.dropFirst(), in: member) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                guard String(index) == token || isID(token, of: element) else { continue }
                return lookUp(tokens.dropFirst(), in: element)
            }
        default: break
        }
        return nil
    }

    private static func isID(_ token: String, of element: Value) -> Bool {
        guard case .object(let members) = element, case .int(let id)? = members["id"] else { return false }
        return token == "[id=\(id)]"
    }

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
                    if case .object(let members) = element, case .int(let id)? = members["id"] {
                        walk(element, tokens + ["[id=\(id)]"])
                    }
                }
            default: break
            }
        }
        for value in values { walk(value, []) }
        found.formUnion([
            ["phase", "loading"], ["phase", "failed", "code"], ["phase", "loaded", "marks", "7"], ["keys", "never"],
            ["keys", "x/y"], ["rows", "99", "title"], ["rows", "[id=77]"], ["rows", "[id=77]", "done"],
            ["twice", "some"],
            ["last", "title"], ["inner", "other", "note"], ["leaves", "55", "note"], ["numbers", "30"],
            ["phase", "pair", "_1"],
        ])
        return found.map { Path($0) }.sorted { $0.pointer < $1.pointer }
    }
}
