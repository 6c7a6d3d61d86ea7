internal import Synchronization
internal import StrobeTree

/// The rules of a redaction, made ready for walks through trees.
///
/// Where a walk is in the rules of paths is a number: 0 where none of them can hide anything any more.
final class RedactionTable: Sendable {
    /// What rules say of a name.
    enum Verdict {
        case shown, hidden
        /// Hidden unless it is a number or a boolean.
        case hiddenText
        case excepted
    }

    /// Where something is hidden in values that were recorded so.
    enum Recorded {
        /// Where the rules say.
        case byRules
        /// Also wherever there is a placeholder, as not all rules are known.
        case somewhere
    }

    /// The rules for types, if there are any.
    let hidesTypes: Bool
    /// The number of the root in the rules of paths.
    let root: Int32
    /// Whether a rule hides everything.
    let hidesAll: Bool
    /// The salt of placeholders that distinguish texts.
    let salt: UInt64?
    /// What is known of values that were recorded after they were hidden; `nil` for others.
    let recorded: Recorded?
    private let keys: [Named]
    /// What is hidden wherever these words are in a name.
    private let words: [NameWords]
    private let types: [Named]
    private let paths: [PathRule]
    private let places: Mutex<Places>
    private let typeVerdicts = Mutex<[ObjectIdentifier: Verdict]>([:])
    /// The types in whose values something may be hidden, whatever the place.
    private let hidingTypes = Mutex<[ObjectIdentifier: Bool]>([:])

    private struct Named: Sendable {
        let pattern: NamePattern
        let isException: Bool
        var isText = false
    }

    private struct PathRule: Sendable {
        /// `nil` is `**`.
        let tokens: [NamePattern?]
        let isException: Bool
    }

    /// How far a rule has come.
    private struct Position: Hashable, Sendable {
        var rule: Int
        var token: Int
    }

    /// The sets of positions by their numbers.
    private struct Places: Sendable {
        var all: [[Position]] = [[]]
        var numbers: [[Position]: Int32] = [[]: 0]

        mutating func number(_ positions: [Position]) -> Int32 {
            if let known = numbers[positions] { return known }
            let number = Int32(all.count)
            all.append(positions)
            numbers[positions] = number
            return number
        }
    }

    init(
        rules: [RedactionRule], distinguishesTexts: Bool, salt: UInt64? = nil, words: [NameWords] = [],
        recorded: Recorded? = nil
    ) {
        self.words = words
        self.recorded = recorded
        self.salt = distinguishesTexts ? salt ?? UInt64.random(in: .min ... .max) : nil
        var (keys, types, paths): ([Named], [Named], [PathRule]) = ([], [], [])
        for rule in rules {
            switch rule.subject {
            case .key(let name):
                keys.append(
                    Named(pattern: NamePattern(name, ignoresSpelling: true), isException: rule.isException))
            case .text(let name):
                keys.append(
                    Named(
                        pattern: NamePattern(name, ignoresSpelling: true), isException: rule.isException, isText: true)
                )
            case .type(let name):
                types.append(
                    Named(pattern: NamePattern(name, ignoresSpelling: false), isException: rule.isException))
            case .path(let tokens):
                // A name at any depth needs no path to be followed.
                if tokens.count == 2, tokens[0] == "**", tokens[1] != "**" {
                    keys.append(
                        Named(
                            pattern: NamePattern(tokens[1], ignoresSpelling: false), isException: rule.isException))
                    continue
                }
                let patterns = tokens.map { $0 == "**" ? nil : NamePattern($0, ignoresSpelling: false) }
                paths.append(PathRule(tokens: patterns, isException: rule.isException))
            }
        }
        (self.keys, self.types, self.paths) = (keys, types, paths)
        hidesTypes = !types.isEmpty
        var places = Places()
        let start = Self.closure(paths.indices.map { Position(rule: $0, token: 0) }, paths)
        hidesAll = start.contains { $0.token == paths[$0.rule].tokens.count && !paths[$0.rule].isException }
        root = places.number(start.filter { $0.token < paths[$0.rule].tokens.count })
        self.places = Mutex(places)
    }

    // MARK: Names

    /// What the rules for keys say of a name.
    @inline(__always)
    func verdict(key: String) -> Verdict {
        let contents = NamePattern.contents(of: key)
        var verdict = Verdict.shown
        for rule in keys where rule.pattern.matches(key, contents: contents) {
            if rule.isException { return .excepted }
            if verdict != .hidden { verdict = rule.isText ? .hiddenText : .hidden }
        }
        return words.isEmpty || verdict == .hidden || !hasWords(key) ? verdict : .hidden
    }

    /// Whether a name has words that hide its value.
    @inline(never)
    private func hasWords(_ key: String) -> Bool { words.contains { $0.occur(in: key) } }

    func hides(key: String) -> Bool { [.hidden, .hiddenText].contains(verdict(key: key)) }

    // MARK: Types

    /// What the rules for types say of a type: of an optional what they say of what is in it.
    func verdict(type: any Any.Type) -> Verdict {
        let id = ObjectIdentifier(type)
        if let known = typeVerdicts.withLock({ $0[id] }) { return known }
        let verdict = newVerdict(type)
        typeVerdicts.withLock { $0[id] = verdict }
        return verdict
    }

    private func newVerdict(_ type: any Any.Type) -> Verdict {
        if let optional = type as? any OptionalForm.Type { return verdict(type: optional.wrappedType) }
        // Keys are names, in which nothing can be hidden.
        if let dictionary = type as? any DictionaryForm.Type, verdict(type: dictionary.keyType) == .hidden {
            return .hidden
        }
        return self.verdict(typeNames: [TypeName.of(type), String(reflecting: type)])
    }

    /// Whether the rules for types hide a part.
    @inline(__always)
    func hides(_ child: Child) -> Bool { hidesTypes && hidesType(of: child) }

    private func hidesType(of child: Child) -> Bool {
        if case .shaped(let part) = child {
            // Of an optional counts what is in it.
            let name = part.typeName.reversed().drop { $0 == "?" }.reversed()
            return verdict(typeNames: [String(name)]) == .hidden
        }
        return child.type.map { verdict(type: $0) == .hidden } ?? false
    }

    /// Whether something may be hidden in values of a type.
    ///
    /// - Parameter cursor: The cursor over a place that no rule for paths reaches.
    func mayHide(in type: any Any.Type, _ cursor: RedactionCursor) -> Bool {
        let id = ObjectIdentifier(type)
        if let known = hidingTypes.withLock({ $0[id] }) { return known }
        let mayHide = cursor.mayHide(in: SchemaProbe.certainShape(of: type))
        hidingTypes.withLock { $0[id] = mayHide }
        return mayHide
    }

    func verdict(typeNames names: [String]) -> Verdict {
        var verdict = Verdict.shown
        for rule in types where names.contains(where: { rule.pattern.matches($0) }) {
            if rule.isException { return .excepted }
            verdict = .hidden
        }
        return verdict
    }

    // MARK: Paths

    /// Descends by a token from a place in the rules of paths.
    func step(from place: Int32, by token: String) -> (place: Int32, verdict: Verdict) {
        if place == 0 { return (0, .shown) }
        let positions = places.withLock { $0.all[Int(place)] }
        let contents = NamePattern.contents(of: token)
        var next: [Position] = []
        for position in positions {
            guard position.token < paths[position.rule].tokens.count else { continue }
            guard let pattern = paths[position.rule].tokens[position.token] else {
                next.append(position)
                continue
            }
            if pattern.matches(token, contents: contents) {
                next.append(Position(rule: position.rule, token: position.token + 1))
            }
        }
        let reached = Self.closure(next, paths)
        var verdict = Verdict.shown
        for position in reached where position.token == paths[position.rule].tokens.count {
            if paths[position.rule].isException {
                verdict = .excepted
                break
            }
            verdict = .hidden
        }
        let going = reached.filter { $0.token < paths[$0.rule].tokens.count }
        return (places.withLock { $0.number(going) }, verdict)
    }

    /// Adds what is reached without a token: `**` may be none.
    private static func closure(_ positions: [Position], _ paths: [PathRule]) -> [Position] {
        var all = Set(positions)
        for var position in positions {
            while position.token < paths[position.rule].tokens.count, paths[position.rule].tokens[position.token] == nil
            {
                position.token += 1
                all.insert(position)
            }
        }
        return all.sorted { ($0.rule, $0.token) < ($1.rule, $1.token) }
    }
}
