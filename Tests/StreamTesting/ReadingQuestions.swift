internal import StrobeReflection
public import StrobeTree

/// All requests available with read access: each method with params that make it work.
public struct ReadingQuestions: Sendable {
    /// The paths of a number, of a deeper value and of an enum or boolean, and a text that occurs.
    private let number: Path
    private let part: Path
    private let choice: Path
    private let text: String

    /// Creates the list for a store with about five transitions.
    ///
    /// - Parameters:
    ///   - number: The path of a number in the state.
    ///   - part: The path of a deeper value.
    ///   - choice: The path of an enum.
    ///   - text: The text to search for.
    public init(number: Path, part: Path, choice: Path, text: String) {
        (self.number, self.part, self.choice, self.text) = (number, part, choice, text)
    }

    /// The methods without a question below, with the params of their examples: a store may refuse them.
    public var others: [(method: String, params: Value.Object)] {
        get throws {
            let asked = Set(all.map(\.method)).union(Self.ofSession)
            return try MethodExamples.others(than: asked, isReading: true).flatMap { method, forms in
                forms.map { (method, $0) }
            }
        }
    }

    /// The methods with their params, without a store, in an order in which each finds what it needs.
    public var all: [(method: String, params: Value.Object)] {
        let (number, part, choice) = (
            Value.string(number.pointer), Value.string(part.pointer), Value.string(choice.pointer)
        )
        func condition(_ path: Path, _ rest: String) -> Value { .string("\(path.pointer) \(rest)") }
        return [
            ("protocol/describe", [:]), ("store/list", [:]), ("store/describe", [:]), ("ping", [:]),
            ("action/schema", [:]), ("state/get", [:]), ("state/get", ["path": part]), ("state/get", ["at": 2]),
            ("state/tree", ["depth": 20]), ("state/tree", ["path": part]), ("state/diff", ["from": 0, "to": 3]),
            ("state/search", ["query": .string(text)]), ("state/blame", ["path": part]),
            ("log/list", ["changes": true]), ("log/list", ["filter": ["path": part]]),
            ("log/get", ["seq": 2]), ("log/why", ["seq": 2]), ("log/search", ["query": .string(text)]),
            ("history/find", ["condition": condition(self.number, "> 1")]),
            ("history/find", ["condition": .string("changed(\(self.part.pointer))")]),
            ("history/find", ["condition": ". != null"]), ("history/verify", [:]), ("history/verify", ["from": 1]),
            ("history/minimize", ["condition": condition(self.number, "> 2")]),
            ("branch/create", ["name": "b", "edits": [["skip": 1], ["move": 3, "before": 2]]]), ("branch/list", [:]),
            ("log/list", ["branch": "b", "changes": true]), ("state/diff", ["from": 3, "to": "branch:b"]),
            ("branch/delete", ["id": "b"]),
            ("bookmark/set", ["name": "m", "seq": 1]), ("bookmark/list", [:]), ("bookmark/remove", ["name": "m"]),
            ("gate/status", [:]), ("breakpoint/list", [:]), ("effect/list", [:]), ("graph/get", ["path": choice]),
            ("graph/get", [:]), ("action/redo", ["seq": 1, "dryRun": true]),
            ("subscribe", ["events": ["log", "state", "stores"], "paths": [number, part]]),
        ]
    }

    /// The methods that concern no single store.
    public static let withoutStore: Set<String> = ["protocol/describe", "store/list", "ping"]
    /// The methods that open, end and change the session itself.
    public static let ofSession: Set<String> = ["initialize", "unsubscribe", "shutdown"]
}
