extension Schema {
    /// The shape of the value at a path of a value of this shape; `nil` if unknown.
    public func part(at path: Path) -> Schema? {
        walk(along: path)?.schema
    }

    /// An enum in a shape.
    public struct Choice: Sendable, Hashable {
        /// Where it is.
        public var path: Path
        /// The name of its type.
        public var type: String
        /// Its cases, in the order of the shape.
        public var cases: [Case]
        /// Whether there may be nothing at the path, or `nil`.
        public var isOptional: Bool
    }

    /// The enum at a path; `nil` if there is none, or none that is known.
    public func choice(at path: Path) -> Choice? {
        guard var end = walk(along: path) else { return nil }
        while case .optional(let wrapped) = end.schema {
            end.schema = wrapped
            end.isOptional = true
        }
        guard case .choice(let type, let cases) = end.schema else { return nil }
        return Choice(path: path, type: type, cases: cases, isOptional: end.isOptional)
    }

    /// The enums in the members of this shape and of the objects in it, the outer ones first; this shape alone where it
    /// is an enum itself.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - depth: How many members deep.
    public func choices(limit: Int, depth: Int = 4) -> [Choice] {
        var found: [Choice] = []
        var queue = [Path.root]
        var next = 0
        while next < queue.count, found.count < limit {
            let path = queue[next]
            next += 1
            if let choice = choice(at: path) {
                found.append(choice)
                continue
            }
            guard path.tokens.count < depth, var schema = part(at: path) else { continue }
            while case .optional(let wrapped) = schema { schema = wrapped }
            guard case .object(_, let fields) = schema else { continue }
            queue += fields.compactMap { field in field.name.map { path.appending($0) } }
        }
        return found
    }

    /// A place in a shape, and whether a value may have nothing there.
    struct Place {
        var schema: Schema
        var isOptional = false
        /// The types passed on the way, to which a recursive one refers.
        var passed: [String: Schema] = [:]

        /// Goes through optionals, and from a recursive shape to the one it refers to.
        mutating func settle() {
            while true {
                switch schema {
                case .optional(let wrapped): (schema, isOptional) = (wrapped, true)
                case .recursive(let type):
                    guard let known = passed[type] else { return }
                    schema = known
                case .object(let type, _), .choice(let type, _):
                    passed[type] = schema
                    return
                default: return
                }
            }
        }
    }

    private func walk(along path: Path) -> Place? {
        var place = Place(schema: self)
        for token in path.tokens {
            place.settle()
            guard let child = place.schema.child(token) else { return nil }
            if case .object = place.schema {} else { place.isOptional = true }
            place.schema = child
        }
        if case .recursive(let type) = place.schema {
            guard let known = place.passed[type] else { return nil }
            place.schema = known
        }
        return place
    }

    func child(_ token: String) -> Schema? {
        switch self {
        case .array(let element), .set(let element): element
        case .dictionary(_, let value): value
        case .object(_, let fields): fields.first { $0.name == token }?.schema
        case .choice(_, let cases):
            cases.first { $0.name == token }.flatMap { choice in
                guard let first = choice.payload.first else { return nil }
                if choice.payload.count == 1, first.name == nil { return first.schema }
                let fields = choice.payload.enumerated().map { Field(name: $1.name ?? "_\($0)", schema: $1.schema) }
                return .object(type: "", fields: fields)
            }
        default: nil
        }
    }
}
