import SeededTesting
import StrobeReflection
import StrobeTree

extension OracleCondition {
    /// A random condition about paths of a log, whatever its states are.
    static func random<Subject>(
        about paths: [Path], of log: OracleLog<Subject>, using random: inout SeededGenerator
    ) -> OracleCondition {
        func pick<Element>(_ elements: [Element]) -> Element { elements[.random(in: elements.indices, using: &random)] }
        let path = pick(paths)
        let text = OracleText.path(path, using: &random)
        let found = log.values.compactMap { $0.found(path.tokens[...]) }
        let sign = pick(signs)
        let values = found.filter { $0 != .null }
        guard !path.isRoot, let some = values.first, Int.random(in: 0..<4, using: &random) > 0 else {
            return Bool.random(using: &random) && !path.isRoot
                ? OracleCondition(text: "exists(\(text))") { $0.value(path) != nil }
                : OracleCondition(text: "changed(\(path.isRoot ? "." : text))") { $0.changed(path) }
        }
        switch some {
        case .int where values.allSatisfy(\.isInt):
            let constant = pick([some, .int(1), .int(2)])
            return OracleCondition(text: "\(text) \(sign) \(JSON.text(constant))") {
                compare($0.value(path), sign, constant)
            }
        case .bool where values.allSatisfy(\.isBool):
            return OracleCondition(text: text) { $0.value(path) == .bool(true) }
        case .array where values.allSatisfy(\.isArray):
            let constant = Int64.random(in: 0..<4, using: &random)
            return OracleCondition(text: "count(\(text)) \(sign) \(constant)") {
                compare(count($0.value(path)).map { .int($0) }, sign, .int(constant))
            }
        case .string where values.allSatisfy(\.isWord):
            let word = pick(OracleAction.words)
            return OracleCondition(text: "\(text) \(sign) \(JSON.text(.string(word)))") {
                compare($0.value(path), sign, .string(word))
            }
        case _ where found.contains(.null):
            let isEqual = Bool.random(using: &random)
            return OracleCondition(text: "\(text) \(isEqual ? "==" : "!=") nil") { moment in
                moment.value(path).map { ($0 == .null) == isEqual } ?? false
            }
        default:
            return OracleCondition(text: "before(\(text)) == \(OracleText.pointer(path))") { moment in
                guard let before = moment.before(path), let after = moment.value(path) else { return false }
                return before == after
            }
        }
    }
}

extension Value {
    fileprivate var isInt: Bool { if case .int = self { true } else { false } }
    fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
    fileprivate var isArray: Bool { if case .array = self { true } else { false } }
    /// Whether it is a string that is not a raw value or case of an enum.
    fileprivate var isWord: Bool {
        if case .string(let text) = self { OracleAction.words.contains(text) } else { false }
    }
}
