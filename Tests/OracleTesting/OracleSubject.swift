import SeededTesting
import StrobeTree

/// The state of a store that random questions are asked about.
protocol OracleSubject: Codable, Sendable, Hashable {
    associatedtype Action: OracleActing

    init()
    /// The reducer.
    mutating func reduce(_ action: Action)

    /// Places that are in the type, whether or not there ever is something.
    static var places: [[String]] { get }
    /// Where enums are, with their cases.
    static var enums: [(path: Path, cases: [String])] { get }
    /// The actions of a random log, of which the last one alone changes `/end`.
    static func actions(using random: inout SeededGenerator) -> [Action]
}

/// An action of such a store.
protocol OracleActing: Codable, Sendable, Hashable {
    /// The name of the case.
    var name: String { get }
    /// The label, where it is plain what that is.
    var label: String? { get }
    static var names: [String] { get }
}

/// A state of a random type.
struct OracleBox<Part: OraclePart>: OracleSubject {
    var content: Part
    /// Goes up with the last action alone.
    var end = 0

    init() {
        var random = SeededGenerator(seed: 1)
        content = Part(using: &random)
    }

    mutating func reduce(_ action: OracleBoxAction<Part>) {
        switch action {
        case .nothing: break
        case .become(let content): self.content = content
        case .again: content = content.again
        case .mutate(let seed):
            var random = SeededGenerator(seed: UInt64(seed))
            content.mutate(using: &random)
        case .end: end += 1
        }
    }

    static var places: [[String]] { [] }
    static var enums: [(path: Path, cases: [String])] { Part.cases.isEmpty ? [] : [(Path(["content"]), Part.cases)] }

    static func actions(using random: inout SeededGenerator) -> [OracleBoxAction<Part>] {
        (0..<Int.random(in: 20...40, using: &random)).map { _ in
            switch Int.random(in: 0..<10, using: &random) {
            case 0: .nothing
            case 1: .again
            case 2, 3, 4: .become(Part(using: &random))
            default: .mutate(.random(in: 0..<10_000, using: &random))
            }
        } + [.end]
    }
}

/// What is done to a state of a random type.
enum OracleBoxAction<Part: OraclePart>: OracleActing {
    case nothing
    case become(Part)
    /// The same value in other memory.
    case again
    case mutate(Int)
    case end

    var name: String {
        switch self {
        case .nothing: "nothing"
        case .become: "become"
        case .again: "again"
        case .mutate: "mutate"
        case .end: "end"
        }
    }

    var label: String? {
        switch self {
        case .nothing, .again, .end: ".\(name)"
        case .mutate(let seed): ".mutate(\(seed))"
        case .become: nil
        }
    }

    static var names: [String] { ["nothing", "become", "again", "mutate", "end"] }
}
