import SeededTesting
import StrobeTree

/// The state of a store for random queries.
protocol OracleSubject: Codable, Sendable, Hashable {
    associatedtype Action: OracleActing

    init()
    /// The reducer.
    mutating func reduce(_ action: Action)

    /// Paths that exist in the type, whether or not there ever is a value.
    static var places: [[String]] { get }
    /// The paths of enums, with their cases.
    static var enums: [(path: Path, cases: [String])] { get }
    /// The actions of a random log; only the last one changes `/end`.
    static func actions(using random: inout SeededGenerator) -> [Action]
}

/// An action of such a store.
protocol OracleActing: Codable, Sendable, Hashable {
    /// The name of the case.
    var name: String { get }
    /// The label, if it is simple to predict.
    var label: String? { get }
    static var names: [String] { get }
}

/// A state of a random type.
struct OracleBox<Part: OraclePart>: OracleSubject {
    var content: Part
    /// Incremented by the last action only.
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

/// The actions on a state of a random type.
enum OracleBoxAction<Part: OraclePart>: OracleActing {
    case nothing
    case become(Part)
    /// Replaces the value by an equal one in different memory.
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
