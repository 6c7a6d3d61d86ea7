internal import StrobeTree

/// What the objects in a state look like, to find out later whether they changed though the state did not.
struct ObjectForms {
    /// How many nodes are looked at for objects, and how many objects are kept.
    private static let nodeLimit = 4_096
    private static let objectLimit = 64
    private static let limits = TreeLimits(maxNodes: 1_000)

    private let forms: [(path: Path, form: Value?)]

    /// Looks through a state.
    ///
    /// - Returns: `nil` where there is no object in it, as far as was looked.
    init?<State>(of state: State) {
        var budget = Self.nodeLimit
        var found: [(path: Path, form: Value?)] = []
        Self.search(Node(state), &budget, &found)
        guard !found.isEmpty else { return nil }
        forms = found
    }

    /// Where an object in the same state changed since; `nil` where none did.
    func difference<State>(in state: State) -> Path? {
        let root = Node(state)
        for (path, form) in forms where Self.form(try? root.descendant(at: path)) != form { return path }
        return nil
    }

    private static func form(_ node: Node?) -> Value? { try? node?.value(limits: limits) }

    private static func search(_ node: Node, _ budget: inout Int, _ found: inout [(path: Path, form: Value?)]) {
        budget -= 1
        guard budget > 0, found.count < objectLimit else { return }
        if node.isReference {
            found.append((node.path, form(node)))
            return
        }
        guard let count = node.count, count > 0, node.kind != .set, node.kind != .dictionary || count <= budget else {
            return
        }
        for child in node.children(in: 0..<min(count, budget)) { search(child, &budget, &found) }
    }
}

/// Copies of states that share nothing with them.
enum Remaking {
    /// A state whose objects, sets and dictionaries were made anew; `nil` where it does not encode and decode itself.
    static func copy<State>(of state: State) -> State? {
        guard let state = state as? any Codable else { return nil }
        return copy(codable: state) as? State
    }

    private static func copy<T: Codable>(codable state: T) -> T? {
        guard let form = try? TreeEncoder().encode(state) else { return nil }
        return try? TreeDecoder().decode(T.self, from: form)
    }
}
