import InspectorCore
import StrobeTree

/// A name in a command line that is checked against the schemas of its store.
enum Named: Sendable {
    /// A condition, with its text.
    case condition(Condition, String)
    case path(Path)
    /// A glob for action labels.
    case actionGlob(String)
    /// An action to send.
    case action(ActionLiteral)

    /// Checks that the name is possible.
    ///
    /// - Parameters:
    ///   - notation: The shapes of the store.
    ///   - there: Paths accepted regardless of the state's shape.
    /// - Returns: The paths that the shapes can neither confirm nor refuse.
    /// - Throws: The error; with a `path` if the path is the only problem.
    @discardableResult
    func check(against notation: Notation, there: Set<Path> = []) throws(TreeError) -> [Path] {
        switch self {
        case .condition(let condition, _):
            return try condition.checked(state: notation.state, action: notation.action) { there.contains($0) }.open
        case .path(let path):
            guard !there.contains(path), let state = notation.state else { return [] }
            return try state.check(path) ? [] : [path]
        case .actionGlob(let text): _ = try notation.action?.actionGlob(text)
        case .action(let literal): _ = try literal.value(in: notation)
        }
        return []
    }

    /// The remark on unknown actions, if the schema may lack some.
    func remark(on notation: Notation) -> String? {
        switch self {
        case .path, .action: nil
        case .actionGlob(let text): notation.action?.remark(onActions: text)
        case .condition(let condition, _):
            condition.actionNames.lazy.compactMap { notation.action?.remark(onActions: ".\($0)") }.first
        }
    }

    /// The text that could be the id of a store where a path is expected.
    var possibleStore: String? {
        if case .path(let path) = self, path.tokens.count == 1 { path.tokens[0] } else { nil }
    }

    /// The error for the id of a store in the place of a path.
    static func refusal(of store: String) -> InspectorError {
        InspectorError(
            .failed, "`\(store)` is a store, not a path of the current one: `use \(store)` switches to it.")
    }

    /// The error for the user, with a caret if it refers to a position in the text.
    func refusal(_ error: TreeError) -> InspectorError {
        switch self {
        case .condition(_, let text): InspectorError(literal: error, in: text)
        case .action(let literal): InspectorError(literal: error, in: literal.text)
        case .path, .actionGlob:
            InspectorError(.failed, error.message.prefix(1).uppercased() + error.message.dropFirst())
        }
    }
}

extension Invocation {
    /// The path arguments: those that begin with a dot or a slash, or all if only paths are allowed.
    func namedPaths(onlyMarked: Bool = false) throws -> [Named] {
        try arguments.compactMap { text in
            guard !onlyMarked || text.hasPrefix(".") && !text.hasPrefix("..") || text.hasPrefix("/") else { return nil }
            let path = try path(in: text)
            return path.isRoot ? nil : .path(path)
        }
    }

    /// The names in the options of a breakpoint.
    func namedCriteria() throws -> [Named] {
        try [
            value("action").map { .actionGlob($0) }, value("path").map { .path(try path(in: $0)) },
            value("if").map { .condition(try condition(in: $0), $0) },
        ].compactMap(\.self)
    }
}
