/// A condition, or a part of one, taken apart.
///
/// Paths are numbered: what prepares a condition for many states looks up each of them once.
package indirect enum ConditionExpression: Sendable, Hashable {
    /// `null`, a boolean, a number or a text.
    case literal(Value)
    /// A value with parts.
    case form(ConditionForm)
    /// The value at a path.
    case place(Place)
    /// The name of the current case of the enum at a path.
    case caseName(Place)
    /// How many elements, members or characters there are.
    case count(Place)
    /// Whether there is anything at a path.
    case exists(Place)
    /// Whether the entry changed the value at a path, or which case the enum there has.
    case changed(Int, isCase: Bool)
    case fact(Fact)
    /// Numbers added up, the first one as it is.
    case sum([Term])
    case comparison(Comparator, ConditionExpression, ConditionExpression)
    /// Whether an enum has a case, or has another one; for other values, whether it equals the value at the path of
    /// that name.
    case isCase(ConditionExpression, String, path: Int, negated: Bool)
    /// Whether the action has a case, or has another one.
    case isAction(String, Offset, negated: Bool)
    case contains(ConditionExpression, ConditionExpression)
    case startsWith(ConditionExpression, ConditionExpression)
    case endsWith(ConditionExpression, ConditionExpression)
    case matches(ConditionExpression, Pattern)
    case not(ConditionExpression)
    case all([ConditionExpression])
    case any([ConditionExpression])

    /// A path in the state after the entry, or before it.
    package struct Place: Sendable, Hashable {
        /// The number of the path.
        package var path: Int
        package var isBefore: Bool

        package init(path: Int, isBefore: Bool) {
            (self.path, self.isBefore) = (path, isBefore)
        }
    }

    package struct Term: Sendable, Hashable {
        package var expression: ConditionExpression
        package var isSubtracted: Bool
    }

    package enum Comparator: String, Sendable, Hashable {
        case equal = "=="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// A known fact of the entry itself.
    package enum Fact: String, Sendable, Hashable, CaseIterable {
        case action, origin, seq, duration, source, error
    }

    /// What a part of a condition can be.
    package enum Kind {
        case boolean, number, text, null, parts
        /// Known only from the state.
        case any

        package var words: String {
            switch self {
            case .boolean: "a condition"
            case .number: "a number"
            case .text: "a string"
            case .null: "null"
            case .parts: "a value with parts"
            case .any: "a value"
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .literal(.null): .null
        case .literal(.bool): .boolean
        case .literal(.string): .text
        case .literal: .number
        case .form: .parts
        case .place, .caseName: .any
        case .count, .sum: .number
        case .fact(.action), .fact(.origin), .fact(.source), .fact(.error): .text
        case .fact(.seq), .fact(.duration): .number
        default: .boolean
        }
    }

    /// The parts of this expression.
    package var parts: [ConditionExpression] {
        switch self {
        case .literal, .form, .place, .caseName, .count, .exists, .changed, .fact, .isAction: []
        case .sum(let terms): terms.map(\.expression)
        case .comparison(_, let a, let b), .contains(let a, let b), .startsWith(let a, let b), .endsWith(let a, let b):
            [a, b]
        case .isCase(let part, _, _, _), .matches(let part, _), .not(let part): [part]
        case .all(let parts), .any(let parts): parts
        }
    }

    /// Whether a part fits, at any depth.
    package func contains(where fits: (ConditionExpression) -> Bool) -> Bool {
        fits(self) || parts.contains { $0.contains(where: fits) }
    }

    /// The numbers of the paths that are named as such, and not as what may be a case or a list.
    package var namedPaths: Set<Int> {
        switch self {
        case .place(let place), .caseName(let place), .count(let place), .exists(let place): [place.path]
        case .changed(let path, _): [path]
        default: parts.reduce(into: []) { $0.formUnion($1.namedPaths) }
        }
    }

    /// Whether it refers to the state before the entry.
    package var needsBefore: Bool {
        contains { part in
            switch part {
            case .changed: true
            case .place(let place), .caseName(let place), .count(let place), .exists(let place): place.isBefore
            default: false
            }
        }
    }
}
