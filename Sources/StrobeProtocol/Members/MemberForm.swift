internal import StrobeTree

/// What a member holds, as the schema names it.
public indirect enum MemberForm: Sendable {
    /// Any JSON.
    case any
    /// A text.
    case string
    /// An integer; `isTime` for those that may be below zero.
    case integer(isTime: Bool = false)
    /// True or false.
    case boolean
    /// One of some words.
    case words([String])
    /// A list.
    case list(MemberForm)
    /// An object that is described by its members.
    case object(any DescribedObject.Type)
    /// One of some words that have a name together.
    case choice(any DescribedChoice.Type)
    /// Something else with a name, whose definition `SchemaText` has.
    case named(String)

    /// The name in `protocol/describe` and the reference.
    var name: String {
        switch self {
        case .any: "any"
        case .string, .words: "string"
        case .integer: "integer"
        case .boolean: "boolean"
        case .list(let element): "[\(element.name)]"
        case .object(let type): type.schemaName
        case .choice(let type): type.schemaName
        case .named(let name): name
        }
    }
}

/// Words that have a name together.
public protocol DescribedChoice: MemberType {
    /// What they are, in one sentence.
    static var summary: String { get }
    /// The words.
    static var words: [String] { get }
}

extension DescribedChoice {
    public static var form: MemberForm { .choice(Self.self) }
    static var schemaName: String { String(describing: Self.self) }
}

extension DescribedChoice where Self: CaseIterable & RawRepresentable, RawValue == String {
    public static var words: [String] { allCases.map(\.rawValue) }
}
