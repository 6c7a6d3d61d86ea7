internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// The enum of a graph.
struct GraphPlace {
    let path: Path
    let type: String
    /// The names of its cases; empty if they are only known from values.
    let cases: [String]
    /// Whether the value may be absent.
    let isOptional: Bool

    private static let candidateLimit = 20

    private init(_ choice: Schema.Choice) {
        path = choice.path
        type = choice.type + (choice.isOptional ? "?" : "")
        cases = choice.cases.map(\.name)
        isOptional = choice.isOptional
    }

    private init?(_ node: Node, at path: Path) {
        guard node.kind == .choice else { return nil }
        self.path = path
        type = node.typeName
        cases = []
        isOptional = false
    }

    /// Finds the enum at a path; by default, the state itself, else the first member that is a non-optional enum, else
    /// the only enum member.
    ///
    /// - Parameter seq: The state to examine if the types do not tell.
    static func find(
        _ path: Path?, in store: InspectedStore<some StoreAdapter>, at seq: Int?
    ) async throws -> GraphPlace {
        let shape = store.stateShape
        let redaction = store.redaction
        if let path {
            // A graph would reveal the case of a redacted value.
            let seen = try? await store.state(at: Position(seq)).node.descendant(at: path)
            let type = shape.choice(at: path).map { redaction.hides(typeNamed: $0.type) }
            if redaction.hides(path) || seen?.isRedacted == true || type == true {
                throw ProtocolError(
                    .notSupported, "The value at \(path.swiftStyle) is hidden by the program: there is no graph of it.",
                    data: ["path": "/path"])
            }
            if let choice = shape.choice(at: path) { return GraphPlace(choice) }
            let root = try await store.state(at: Position(seq)).node
            let node = try root.descendant(at: path)
            if let place = GraphPlace(node, at: path) { return place }
            let name = path.isRoot ? "the root" : path.swiftStyle
            // A value that was recorded, and `nil`, do not show whether they are of an enum.
            let isShown = !store.adapter.isRecorded && node.kind != .null
            if !isShown, shape.part(at: path)?.isUnknown ?? true {
                throw refusal("It is not known whether there is an enum at \(name)", shape, root)
            }
            throw refusal("There is no enum at \(name)", shape, root)
        }
        let root = try await store.state(at: Position(seq)).node
        let members = shape.choices(limit: .max, depth: 1).filter { choice in
            let seen = try? root.descendant(at: choice.path)
            return !redaction.hides(choice.path) && !redaction.hides(typeNamed: choice.type) && seen?.isRedacted != true
        }
        if let first = members.first(where: { !$0.isOptional }) ?? (members.count == 1 ? members[0] : nil) {
            return GraphPlace(first)
        }
        if members.isEmpty {
            let nodes = [(Path.root, root)] + root.children(in: 0..<1_000).map { ($0.path, $0) }
            if let first = nodes.lazy.compactMap({ GraphPlace($1, at: $0) }).first { return first }
        }
        if store.adapter.isRecorded, shape.isUnknown {
            throw refusal("It is unknown which parts of the state of \(store.id) are enums", shape, root)
        }
        throw refusal(
            "The state of \(store.id) is not an enum and does not have exactly one member that is an enum", shape, root)
    }

    private static func refusal(_ reason: String, _ shape: Schema, _ root: Node) -> ProtocolError {
        var paths = shape.choices(limit: candidateLimit).map(\.path)
        for child in root.children(in: 0..<1_000) where child.kind == .choice && !paths.contains(child.path) {
            if paths.count < candidateLimit { paths.append(child.path) }
        }
        let pointers = paths.map(\.pointer)
        guard !pointers.isEmpty else {
            return ProtocolError(
                .notSupported,
                "\(reason), as far as the types show. The states of a graph are the cases of an enum: name the `path` of one, such as "
                    + "that of an element of a collection.")
        }
        return ProtocolError(
            .invalidParams, "\(reason); name the `path` of one: \(pointers.joined(separator: ", ")).",
            data: [
                "path": "/path", "expected": "the path of an enum",
                "candidates": .array(pointers.map { .string($0) }),
            ])
    }
}
