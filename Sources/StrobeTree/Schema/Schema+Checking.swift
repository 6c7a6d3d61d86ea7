extension Schema {
    /// Refuses a path that exists in no value of this shape.
    ///
    /// - Parameter path: A path of values of this shape.
    /// - Returns: Whether the shape says that there can be something; `false` if it does not say.
    /// - Throws: `noSuchPath` with the whole path and the path that may be meant.
    @discardableResult
    public func check(_ path: Path) throws(TreeError) -> Bool {
        var place = Place(schema: self)
        for (index, token) in path.tokens.enumerated() {
            let isOptional = place.schema.isOptional
            place.settle()
            if isOptional, token == "some" { return false }
            if let next = place.schema.next(token) {
                place.schema = next
                continue
            }
            guard let reason = place.schema.reason(against: token) else { return false }
            let above = Path(Array(path.tokens[..<index]))
            let rest = path.tokens[(index + 1)...]
            let near = place.schema.near(token).map { meant in
                let whole = Path(above.tokens + meant + rest)
                // What follows the slip may be another one.
                return (try? check(whole)) != nil ? whole : Path(above.tokens + meant)
            }
            let text = (near?.swiftStyle).map { "; did you mean \($0)?" } ?? place.schema.others + "."
            throw TreeError(
                .noSuchPath, "There is no path \(path.swiftStyle): \(place.name(at: above)) \(reason)\(text)",
                path: path, suggestion: near?.swiftStyle)
        }
        return true
    }

    /// The shape of the value at a path, without optionals; `nil` if unknown.
    func settledPart(at path: Path) -> Schema? {
        guard var schema = part(at: path) else { return nil }
        while case .optional(let wrapped) = schema { schema = wrapped }
        switch schema {
        case .recursive, .unknown: return nil
        default: return schema
        }
    }

    /// The shape of what a token leads to; `nil` if there is nothing, or if unknown.
    private func next(_ token: String) -> Schema? {
        switch self {
        case .array, .set:
            if Path.isIndex(token) { return child(token) }
            guard Path.id(in: token) != nil, case .object(_, let fields)? = child(token) else { return nil }
            return fields.contains { $0.name == "id" } ? child(token) : nil
        default: return child(token)
        }
    }

    /// Why there is nothing behind a token; `nil` if that is not known.
    private func reason(against token: String) -> String? {
        switch self {
        case .unknown, .recursive, .optional, .dictionary: return nil
        case .scalar(let scalar):
            switch scalar {
            // These can be encoded with parts.
            case .date, .data, .url, .decimal: return nil
            case .bool, .int, .uint, .double, .string, .uuid: return "is \(words) and has no parts"
            }
        case .array(let element), .set(let element):
            guard Path.isIndex(token) || Path.id(in: token) != nil else {
                return "is \(words): an element is [0]" + (token == "count" ? ", their number is count(…)" : "")
            }
            if case .object = element { return "has no elements with an id" }
            return nil
        case .object: return "has no `\(token)`"
        case .choice(_, let cases):
            guard let known = cases.first(where: { $0.name == token }) else { return "has no case `\(token)`" }
            return known.payload.isEmpty ? "has no payload in its case .\(known.name)" : nil
        }
    }

    /// The names that exist instead of the wrong one.
    private var others: String {
        switch self {
        case .object(_, let fields) where !fields.isEmpty: "; it has \(Self.list(fields.compactMap(\.name)))"
        case .choice(_, let cases) where cases.contains { !$0.payload.isEmpty }:
            "; it has \(Self.list(cases.filter { !$0.payload.isEmpty }.map(\.name)))"
        default: ""
        }
    }

    /// The tokens that may be meant instead of one.
    private func near(_ token: String) -> [String]? {
        switch self {
        case .object(_, let fields): return Spelling.nearest(token, in: fields.compactMap(\.name)).map { [$0] }
        case .choice(_, let cases):
            // A case may be left out on the way to what it has.
            for choice in cases {
                if case .object(_, let fields)? = child(choice.name), fields.contains(where: { $0.name == token }) {
                    return [choice.name, token]
                }
            }
            return Spelling.nearest(token, in: cases.filter { !$0.payload.isEmpty }.map(\.name)).map { [$0] }
        default: return nil
        }
    }

    /// Whether nothing but a name is known of the shape.
    package var isUnknown: Bool { if case .unknown = self { true } else { false } }

    /// Whether a part of the shape is not known.
    package var isOpen: Bool {
        switch self {
        case .unknown: true
        case .scalar, .recursive: false
        case .optional(let part), .array(let part), .set(let part): part.isOpen
        case .dictionary(let key, let value): key.isOpen || value.isOpen
        case .object(_, let fields): fields.contains { $0.schema.isOpen }
        case .choice(let type, let cases):
            type.hasPrefix("any ") || cases.contains { $0.payload.contains { $0.schema.isOpen } }
        }
    }

    /// The names of all cases; `nil` if it is not an enum, or may have others.
    var closedCases: [String]? {
        guard case .choice(let type, let cases) = self, !type.hasPrefix("any ") else { return nil }
        return cases.map(\.name)
    }
}

extension Schema.Place {
    /// The name of the value at a path.
    fileprivate func name(at path: Path) -> String {
        let type = schema.baseName ?? ""
        if path.isRoot { return type.isEmpty ? "the state" : type }
        return path.swiftStyle + (type.isEmpty ? "" : " (\(type))")
    }
}

/// A pattern for the labels of actions, checked with the names of the actions.
extension Schema {
    /// The pattern, with a dot before a case if it was omitted.
    ///
    /// - Parameter glob: The pattern as it was typed.
    /// - Throws: `noSuchPath` where no action of this shape can fit it, with the case that may be meant. A pattern
    ///   without a dot may be for an entry that has no action, and is refused only where a case may be meant.
    public func actionGlob(_ glob: String) throws(TreeError) -> String {
        guard let slip = slip(inActions: glob) else {
            guard case .choice(_, let cases) = self, !Self.fits(glob, cases.map(\.name)) else { return glob }
            return Self.fits("." + glob, cases.map(\.name)) ? "." + glob : glob
        }
        guard closedCases != nil, slip.near != nil || glob.hasPrefix(".") else { return glob }
        throw TreeError(.noSuchPath, slip.text, expected: slip.names, suggestion: slip.near)
    }

    /// A remark on a pattern that matches no known action, if there may be others; else `nil`.
    ///
    /// - Parameter glob: The pattern as it was typed.
    public func remark(onActions glob: String) -> String? {
        closedCases == nil ? slip(inActions: glob)?.text : nil
    }

    /// The mistake in a pattern that matches no action; `nil` if it matches one, or if no action is known.
    private func slip(inActions glob: String) -> (text: String, near: String?, names: String)? {
        guard case .choice(_, let cases) = self, !cases.isEmpty else { return nil }
        let names = cases.map(\.name)
        guard names.allSatisfy(Spelling.isCaseName), !Self.fits(glob, names), !Self.fits("." + glob, names) else {
            return nil
        }
        let name = String(glob.prefix { !"(*?".contains($0) }.drop { $0 == "." })
        let near = Spelling.nearest(name, in: names).map { ".\($0)" }
        let listed = Self.listed(names)
        return (
            "No action matches \(glob)" + (near.map { "; did you mean \($0)?" } ?? ". There are \(listed)."), near,
            listed
        )
    }

    /// Whether a pattern can fit an action with one of these names.
    private static func fits(_ glob: String, _ names: [String]) -> Bool {
        let head = glob.prefix { !"(*?".contains($0) }
        let isWhole = head.endIndex == glob.endIndex || glob[head.endIndex] == "("
        return names.contains { isWhole ? ".\($0)" == head : ".\($0)".hasPrefix(head) }
    }

    static func listed(_ names: [String]) -> String { list(names.map { ".\($0)" }) }
}
