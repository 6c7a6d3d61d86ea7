import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Completes a path with a page of the members at its parent, or with the elements whose index begins as typed; with
    /// the members that the schema names, if the server does not answer in time.
    func completePath(_ text: String) async -> LineEditing.Completion? {
        let parent = PathPrefix(text)
        guard let path = try? Path(parsing: parent.text), let store = location.store else { return nil }
        var nodes: [TreeNode] = []
        var more = 0
        for page in parent.pages(of: text) {
            let request = StateTree(
                store: store, path: path.isRoot ? nil : path, at: location.at, depth: 1, start: page.lowerBound,
                count: page.count)
            guard let node = try? await answer(request).result.node else {
                return completePath(text, below: path, in: parent)
            }
            nodes += node.children ?? []
            more += page.lowerBound == 0 ? node.more ?? 0 : 0
        }
        var seen: Set<Path> = []
        let candidates = nodes.compactMap { child -> LineEditing.Completion.Candidate? in
            guard seen.insert(child.path).inserted else { return nil }
            let spelled = parent.isPointer ? child.path.pointer : child.path.swiftStyle
            let isLeaf = (child.count ?? 0) == 0
            return spelled.hasPrefix(text)
                ? .init(spelled, detail: TreeNotation.shortName(child.type), suffix: isLeaf ? " " : "") : nil
        }
        return LineEditing.Completion(
            replacing: text.count, candidates: candidates,
            note: more > 0 ? "… \(NumberText.grouped(more)) more" : nil)
    }

    /// Completes a path with the members that the shape of the states has; of an enum, with those of all its cases.
    private func completePath(
        _ text: String, below path: Path, in parent: PathPrefix
    ) -> LineEditing.Completion? {
        guard let store = location.store, let state = session.known.notations[store]?.state,
            let schema = state.part(at: path)
        else { return nil }
        let candidates = schema.members.map { name, type -> LineEditing.Completion.Candidate in
            let child = path.appending(name)
            return .init(parent.isPointer ? child.pointer : child.swiftStyle, detail: type)
        }
        return LineEditing.Completion(
            replacing: text.count, candidates: candidates.filter { $0.text.hasPrefix(text) })
    }
}

extension Schema {
    /// The names and types of the members that paths can name.
    fileprivate var members: [(name: String, type: String)] {
        switch self {
        case .optional(let wrapped): wrapped.members
        case .object(_, let fields): fields.compactMap { field in field.name.map { ($0, field.schema.typeText) } }
        case .choice(_, let cases):
            cases.filter { !$0.payload.isEmpty }.map { choice in
                (choice.name, choice.payload.count == 1 ? choice.payload[0].schema.typeText : "")
            }
        default: []
        }
    }
}
