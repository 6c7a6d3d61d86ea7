import SeededTesting
import StrobeReflection
import StrobeTree

/// A random condition with a naive evaluation.
struct OracleCondition: Sendable {
    /// A state in JSON and the one before it, which a condition is evaluated on.
    struct Moment {
        let state: Value
        let previous: Value?

        func value(_ path: Path) -> Value? { state.found(path.tokens[...]) }
        func before(_ path: Path) -> Value? { previous?.found(path.tokens[...]) }
        func changed(_ path: Path) -> Bool { previous != nil && value(path) != before(path) }
    }

    let text: String
    let holds: @Sendable (Moment) -> Bool

    /// The states in which it holds.
    func fitting<Subject>(in log: OracleLog<Subject>) -> [Int] {
        (0...log.last).filter { seq in
            holds(Moment(state: log.values[seq], previous: seq == 0 ? Value?.none : log.values[seq - 1]))
        }
    }

    // MARK: Operands

    private static let numbers = [
        ["number"], ["keys", "a.b"], ["keys", "x/y"], ["keys", "~"], ["keys", ""], ["rows", "0", "id"],
        ["rows", "[id=2]", "marks", "0"], ["numbers", "1"], ["inner", "leaf", "value"], ["inner", "other", "value"],
        ["phase", "loading"], ["phase", "failed", "code"], ["phase", "pair", "_0"], ["phase", "loaded", "id"],
        ["leaves", "1", "value"], ["last", "id"],
    ].map { Path($0) }
    private static let texts = [
        ["text"], ["rows", "0", "title"], ["rows", "[id=3]", "title"], ["last", "title"],
        ["phase", "failed", "reason"],
        ["phase", "pair", "_1"], ["phase", "loaded", "title"], ["inner", "leaf", "note"], ["leaves", "2", "note"],
    ].map { Path($0) }
    private static let flags = [["rows", "0", "done"], ["last", "done"], ["phase", "loaded", "done"]].map { Path($0) }
    private static let lists = [["numbers"], ["rows", "0", "marks"], ["last", "marks"]].map { Path($0) }
    private static let counted =
        [["rows"], ["keys"], ["leaves"], ["tags"], ["inner"], ["text"]].map { Path($0) } + lists
    private static let optionals = [
        ["last"], ["inner", "other"], ["inner", "leaf", "note"], ["phase", "failed", "code"], ["rows", "0", "done"],
        ["twice"],
    ].map { Path($0) }
    private static var all: [Path] { numbers + texts + flags + counted + optionals + [Path(["phase"])] }

    /// The case of the phase, from its JSON.
    private static func phase(_ value: Value?) -> String? {
        switch value {
        case .string(let name): name
        case .object(let members): members.keys.first
        default: nil
        }
    }

    static func count(_ value: Value?) -> Int64? {
        switch value {
        case .array(let elements): Int64(elements.count)
        case .object(let members): Int64(members.count)
        case .string(let text): Int64(text.count)
        default: nil
        }
    }

    private static func number(_ value: Value?) -> Int64? {
        guard case .int(let number)? = value else { return nil }
        return number
    }

    private static func text(_ value: Value?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    // MARK: Generation

    /// A random condition.
    static func random(using random: inout SeededGenerator, depth: Int = 2) -> OracleCondition {
        guard depth > 0, Int.random(in: 0..<3, using: &random) == 0 else { return comparison(using: &random) }
        let a = Self.random(using: &random, depth: depth - 1)
        let b = Self.random(using: &random, depth: depth - 1)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return OracleCondition(text: "(\(a.text)) && (\(b.text))") { a.holds($0) && b.holds($0) }
        case 1: return OracleCondition(text: "(\(a.text)) || (\(b.text))") { a.holds($0) || b.holds($0) }
        default: return OracleCondition(text: "!(\(a.text))") { !a.holds($0) }
        }
    }

    private static func comparison(using random: inout SeededGenerator) -> OracleCondition {
        func pick<Element>(_ elements: [Element]) -> Element { elements[.random(in: elements.indices, using: &random)] }
        func spelled(_ path: Path) -> String { OracleText.path(path, using: &random) }
        let constant = Int64.random(in: -1..<5, using: &random)
        let word = pick(OracleAction.words)
        switch Int.random(in: 0..<18, using: &random) {
        case 0, 1:
            let (path, sign) = (pick(numbers), pick(signs))
            return OracleCondition(text: "\(spelled(path)) \(sign) \(constant)") {
                compare($0.value(path), sign, .int(constant))
            }
        case 2:
            let (a, b, sign) = (pick(numbers), pick(numbers), pick(signs))
            return OracleCondition(text: "\(spelled(a)) + \(constant) \(sign) \(OracleText.pointer(b))") { moment in
                guard let sum = number(moment.value(a)) else { return false }
                return compare(.int(sum + constant), sign, moment.value(b))
            }
        case 3:
            let (path, sign) = (pick(numbers), pick(signs))
            return OracleCondition(text: "before(\(spelled(path))) \(sign) \(OracleText.pointer(path))") {
                compare($0.before(path), sign, $0.value(path))
            }
        case 4:
            let (path, sign) = (pick(texts), pick(signs))
            return OracleCondition(text: "\(spelled(path)) \(sign) \"\(word)\"") {
                compare($0.value(path), sign, .string(word))
            }
        case 5:
            let (path, verb) = (pick(texts), pick(["contains", "startsWith", "endsWith"]))
            return OracleCondition(text: "\(spelled(path)) \(verb) \"b\"") { moment in
                guard let text = text(moment.value(path)) else { return false }
                return verb == "contains"
                    ? text.contains("b") : verb == "startsWith" ? text.first == "b" : text.last == "b"
            }
        case 6:
            let (path, flag) = (pick(flags), Bool.random(using: &random))
            return OracleCondition(text: "\(spelled(path)) == \(flag)") { $0.value(path) == .bool(flag) }
        case 7:
            let path = pick(flags)
            return OracleCondition(text: spelled(path)) { $0.value(path) == .bool(true) }
        case 8:
            let (path, isEqual) = (pick(optionals), Bool.random(using: &random))
            return OracleCondition(text: "\(spelled(path)) \(isEqual ? "==" : "!=") nil") { moment in
                moment.value(path).map { ($0 == .null) == isEqual } ?? false
            }
        case 9:
            let path = pick(all)
            return OracleCondition(text: "exists(\(spelled(path)))") { $0.value(path) != nil }
        case 10:
            let path = pick(all)
            return OracleCondition(text: "changed(\(spelled(path)))") { $0.changed(path) }
        case 11:
            let (path, sign) = (pick(counted), pick(signs))
            return OracleCondition(text: "count(\(spelled(path))) \(sign) \(constant)") {
                compare(count($0.value(path)).map { .int($0) }, sign, .int(constant))
            }
        case 12:
            let (name, isEqual) = (pick(["idle", "loading", "loaded", "failed", "pair"]), Bool.random(using: &random))
            let left = pick([".phase", "/phase"])
            let right = pick([".\(name)", "case"])
            let path = Path(["phase"])
            guard right != "case" else {
                return OracleCondition(
                    text: "\(left).case \(isEqual ? "==" : "!=") \"\(name)\"".replacing("/phase.", with: "/phase/")
                ) {
                    (phase($0.value(path)) == name) == isEqual
                }
            }
            return OracleCondition(text: "\(left) \(isEqual ? "==" : "!=") \(right)") {
                (phase($0.value(path)) == name) == isEqual
            }
        case 13:
            return OracleCondition(text: "changed(.phase.case)") { moment in
                moment.previous != nil
                    && phase(moment.value(Path(["phase"]))) != phase(moment.before(Path(["phase"])))
            }
        case 14: return payload(constant, word, isEqual: .random(using: &random), pick(Array(0..<5)))
        case 15:
            let path = pick(lists)
            return OracleCondition(text: "\(spelled(path)) contains \(constant)") { moment in
                guard case .array(let elements)? = moment.value(path) else { return false }
                return elements.contains(.int(constant))
            }
        case 16:
            let key = pick(OracleAction.keys)
            return OracleCondition(text: ".keys contains \(JSON.text(.string(key)))") { moment in
                guard case .object(let members)? = moment.value(Path(["keys"])) else { return false }
                return members.keys.contains(key)
            }
        default:
            return OracleCondition(text: ".tags contains \"\(word)\"") { moment in
                guard case .array(let tags)? = moment.value(Path(["tags"])) else { return false }
                return tags.contains(.string(word))
            }
        }
    }

    /// A comparison with a structured value.
    private static func payload(_ number: Int64, _ word: String, isEqual: Bool, _ kind: Int) -> OracleCondition {
        let sign = isEqual ? "==" : "!="
        let (text, phase): (String, Value)
        switch kind {
        case 0: (text, phase) = (".loading(\(number))", ["loading": .int(number)])
        case 1: (text, phase) = (".pair(\(number), \"\(word)\")", ["pair": ["_0": .int(number), "_1": .string(word)]])
        case 2:
            (text, phase) = (
                ".failed(reason: \"\(word)\", code: \(number))",
                ["failed": ["reason": .string(word), "code": .int(number)]]
            )
        case 3:
            (text, phase) = (
                ".failed(reason: \"\(word)\", code: nil)", ["failed": ["reason": .string(word), "code": .null]]
            )
        default:
            return OracleCondition(text: ".numbers \(sign) [\(number), 1]") {
                ($0.value(Path(["numbers"])) == [.int(number), 1]) == isEqual
            }
        }
        return OracleCondition(text: ".phase \(sign) \(text)") { ($0.value(Path(["phase"])) == phase) == isEqual }
    }

    static let signs = ["==", "!=", "<", "<=", ">", ">="]

    /// Compares two operands; an absent one never matches.
    static func compare(_ a: Value?, _ sign: String, _ b: Value?) -> Bool {
        guard let a, let b else { return false }
        switch sign {
        case "==": return a == b
        case "!=": return a != b
        default: break
        }
        let order: Int
        switch (a, b) {
        case (.int(let a), .int(let b)): order = a < b ? -1 : a == b ? 0 : 1
        case (.string(let a), .string(let b)): order = a < b ? -1 : a == b ? 0 : 1
        default: return false
        }
        switch sign {
        case "<": return order < 0
        case "<=": return order <= 0
        case ">": return order > 0
        default: return order >= 0
        }
    }
}

/// The notation of queries.
enum OracleText {
    /// A path as a pointer.
    static func pointer(_ path: Path) -> String {
        path.tokens.map { token in
            let isBare = !token.isEmpty && token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return "/" + (isBare && token != "case" ? token : JSON.text(.string(token)))
        }.joined()
    }

    /// A path in one of its notations.
    static func path(_ path: Path, using random: inout SeededGenerator) -> String {
        Bool.random(using: &random) ? path.swiftStyle : pointer(path)
    }
}
