import StrobeTree

/// Something in a command line that is held against the shapes of the store that it is about.
enum Named: Sendable, Hashable {
    /// A condition, with its text.
    case condition(Condition, String)
    case path(Path)
    /// A glob for the labels of actions.
    case actionGlob(String)
    /// An action that is sent.
    case action(String)

    /// Refuses what can never be.
    ///
    /// - Parameters:
    ///   - notation: The shapes of the store.
    ///   - there: The paths that are believed whatever the shape of the states tells.
    /// - Returns: The paths of which the shapes do not tell whether there can be anything.
    /// - Throws: What is wrong; with a `path` where that is all that is wrong.
    @discardableResult
    func check(against notation: Notation, there: Set<Path> = []) throws(TreeError) -> [Path] {
        switch self {
        case .condition(let condition, _):
            return try condition.checked(state: notation.state, action: notation.action) { there.contains($0) }.open
        case .path(let path):
            guard !there.contains(path), let state = notation.state else { return [] }
            return try state.check(path) ? [] : [path]
        case .actionGlob(let text): _ = try notation.action?.actionGlob(text)
        case .action(let text): _ = try Literal.parse(text, schema: notation.action)
        }
        return []
    }

    /// What is to be said of actions that are unknown, where there may be others.
    func remark(on notation: Notation) -> String? {
        switch self {
        case .path, .action: nil
        case .actionGlob(let text): notation.action?.remark(onActions: text)
        case .condition(let condition, _):
            condition.actionNames.lazy.compactMap { notation.action?.remark(onActions: ".\($0)") }.first
        }
    }

    /// What could be the id of a store where a path is wanted.
    var possibleStore: String? {
        if case .path(let path) = self, path.tokens.count == 1 { path.tokens[0] } else { nil }
    }

    /// What is said where a store stands in place of a path.
    static func refusal(of store: String) -> InspectorError {
        InspectorError(
            .failed, "`\(store)` is a store, and no path of the one in use: `use \(store)` takes it into use.")
    }

    /// An error in it for people, with a caret where it is about a place of the text.
    func refusal(_ error: TreeError) -> InspectorError {
        switch self {
        case .condition(_, let text), .action(let text): InspectorError(literal: error, in: text)
        case .path, .actionGlob:
            InspectorError(.failed, error.message.prefix(1).uppercased() + error.message.dropFirst())
        }
    }
}

extension Invocation {
    /// The paths that are arguments: those with a dot or a slash before them, and all where nothing else stands there.
    func namedPaths(onlyMarked: Bool = false) throws -> [Named] {
        try arguments.compactMap { text in
            guard !onlyMarked || text.hasPrefix(".") && !text.hasPrefix("..") || text.hasPrefix("/") else { return nil }
            let path = try Path(parsing: text)
            return path.isRoot ? nil : .path(path)
        }
    }

    /// What the options of breakpoints name.
    func namedCriteria() throws -> [Named] {
        try [
            value("action").map { .actionGlob($0) }, value("path").map { .path(try Path(parsing: $0)) },
            value("if").map { .condition(try condition(in: $0), $0) },
        ].compactMap(\.self)
    }
}
