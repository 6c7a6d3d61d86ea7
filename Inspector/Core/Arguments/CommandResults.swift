import StrobeProtocol
package import StrobeTree

/// The results of commands, which later lines name: `$_` is the last one, `$1` the first.
package struct CommandResults: Sendable {
    /// The result of a command.
    package enum Result: Sendable, Hashable {
        /// A text, as it replaces the name.
        case text(String)
        /// A part of a state; it is read when its name is used.
        case value(store: String, path: Path, at: Position)

        /// A part of a state that was read.
        ///
        /// - Parameters:
        ///   - at: The position that was named; on a branch it counts, else the seq.
        ///   - seq: The seq of the state.
        package static func value(store: String, path: Path, at: Position?, seq: Int) -> Result {
            if case .branch(let id, _)? = at { return .value(store: store, path: path, at: .branch(id, at: seq)) }
            return .value(store: store, path: path, at: .seq(seq))
        }
    }

    /// The maximum number of results kept.
    private static let limit = 1000

    private var first = 1
    private var kept: [Result] = []
    /// The last result, if it has no number.
    private var unnumbered: Result?

    package init() {}

    /// The number of results so far.
    package var count: Int { first + kept.count - 1 }

    /// Adds a result.
    ///
    /// - Returns: Its number.
    package mutating func add(_ result: Result) -> Int {
        unnumbered = nil
        kept.append(result)
        if kept.count > Self.limit {
            kept.removeFirst()
            first += 1
        }
        return count
    }

    /// Makes a result the last one, without a number.
    package mutating func setLast(_ result: Result) { unnumbered = result }

    /// The result with a name; `nil` for the name of a variable.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if there is none of that number.
    package func result(named name: String) throws(InspectorError) -> Result? {
        if name == ScriptVariables.lastResult {
            guard let last = unnumbered ?? kept.last else {
                throw Self.missing(name, "No command has had a result yet.")
            }
            return last
        }
        guard let number = Int(name) else { return nil }
        guard number >= first, number < first + kept.count else {
            let range = kept.isEmpty ? "No command has had a result yet." : "There are $\(first) to $\(count)."
            throw Self.missing(name, range)
        }
        return kept[number - first]
    }

    private static func missing(_ name: String, _ what: String) -> InspectorError {
        InspectorError(.usage, "There is no result `$\(name)`. \(what) `$$` is a dollar sign.")
    }
}
