public import StrobeTree

/// Finds out whether anything in some values is hidden.
///
/// What a program says of its values in its own words may repeat any part of them: it is reported only if nothing is hidden.
/// That depends on places and types alone, never on what is hidden there.
public struct HiddenParts {
    private var nodes: Int
    private let meter: WorkMeter?

    /// Begins.
    ///
    /// - Parameters:
    ///   - nodes: The greatest number of parts that are examined; beyond it something counts as found.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    public init(nodes: Int = 2_000_000, meter: WorkMeter? = nil) {
        self.nodes = nodes
        self.meter = meter
    }

    /// Whether something in a value is hidden.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - redaction: The rules.
    ///   - path: Its place.
    /// - Complexity: O(*n*) in the number of parts up to the first one that is hidden.
    public mutating func contains(_ value: Any, hiddenBy redaction: Redaction, at path: Path = .root) -> Bool {
        guard !redaction.isEmpty else { return false }
        func open<T>(_ value: T) -> Child { Child(any: value) }
        return isHidden(_openExistential(value, do: open), RedactionCursor(redaction, at: path), depth: 0)
    }

    /// Whether what a node shows is hidden, or something in it.
    public mutating func contains(_ node: Node) -> Bool {
        isHidden(node.content, node.cursor, depth: 0)
    }

    /// Whether what is seen of a part is hidden, or something in it.
    mutating func contains(_ part: SeenPart) -> Bool { isHidden(part.child, part.cursor, depth: 0) }

    private mutating func isHidden(_ child: Child, _ cursor: RedactionCursor, depth: Int) -> Bool {
        nodes -= 1
        guard nodes > 0, depth < 128, meter?.spend(WorkMeter.node) ?? true else { return true }
        if case .redacted = cursor.shown(child) { return true }
        switch Expansion(child) {
        case .leaf, .raw, .opaque: return false
        // What cannot be written down cannot be looked into, and nor can an object that the program may be writing to.
        case .failure, .object: return true
        case .members(let members): return isHidden(members, cursor, depth)
        case .dictionary(let dictionary): return isHidden(dictionary.sortedMembers(), cursor, depth)
        case .elements(let children):
            for (index, child) in children.enumerated() where isHidden(child, cursor.below(index), depth: depth + 1) {
                return true
            }
            return false
        case .list(let list):
            for index in 0..<list.childCount
            where isHidden(list.child(at: index), cursor.below(index), depth: depth + 1) {
                return true
            }
            return false
        case .set(let set):
            for child in set.sortedChildren(cursor) where isHidden(child, cursor.below(0), depth: depth + 1) {
                return true
            }
            return false
        case .choice(let choice):
            let below = cursor.below(choice.name)
            if choice.isBare { return isHidden(choice.payload[0].child, below, depth: depth + 1) }
            return isHidden(below.shown(payload: choice.payload), below, depth)
        }
    }

    private mutating func isHidden(_ members: [Member], _ cursor: RedactionCursor, _ depth: Int) -> Bool {
        for member in members where isHidden(member.child, cursor.below(member.key), depth: depth + 1) { return true }
        return false
    }
}

extension Redaction {
    /// Whether something may be hidden in values of a shape, by its names and types; `true` if these are not enough to
    /// decide, as for dictionaries, whose keys are names.
    public func mayHide(in schema: Schema) -> Bool { RedactionCursor(self).mayHide(in: schema) }

    /// Whether something may be hidden in values of a type, by its names and types; `true` if these are not enough to decide.
    public func mayHide(in type: any Any.Type) -> Bool { RedactionCursor(self).mayHide(in: type) }

    /// Whether something at a path of values of a shape, or what that is in, may be hidden.
    public func mayHide(at path: Path, in schema: Schema) -> Bool {
        guard mayHide(in: schema) else { return false }
        let place = RedactionCursor(self, at: path)
        return hides(path, in: schema) || schema.part(at: path).map { place.mayHide(in: $0) } ?? true
    }

    /// Whether the value at a path is hidden, or a value that contains it, for all values of a shape.
    ///
    /// If the shape does not say, only a value can: see `Node.isRedacted`.
    public func hides(_ path: Path, in schema: Schema) -> Bool { RedactionCursor(self).hides(path, in: schema) }

    /// Whether a value of a type is shown as the root, even if parts of it are hidden.
    public func shows(_ type: any Any.Type) -> Bool { RedactionCursor(self).shows(type) }

    /// Whether the rules for types hide what has a type of a name.
    public func hides(typeNamed name: String) -> Bool { table?.verdict(typeNames: [name]) == .hidden }
}

extension Redaction {
    /// The places in a value at which something is hidden, at most 100 of them.
    ///
    /// - Parameter path: Its place.
    public func hiddenPlaces(in value: ShapedValue, at path: Path = .root) -> [Path] {
        var places: [Path] = []
        if !isEmpty { Self.add(hiddenIn: Node(value, path: path, redaction: self), to: &places) }
        return places
    }

    private static func add(hiddenIn node: Node, to places: inout [Path]) {
        guard places.count < 100, node.path.tokens.count < 128 else { return }
        if node.isRedacted { return places.append(node.path) }
        for child in node.children(in: 0..<(node.count ?? 0)) { add(hiddenIn: child, to: &places) }
    }

    /// The places at which something is hidden in values of a shape, as far as that shows, at most 100 of them.
    ///
    /// In a place `*` is any element or key.
    public func hiddenPlaces(in schema: Schema) -> [Path] {
        var places: [Path] = []
        if !isEmpty { RedactionCursor(self).addPlaces(in: schema, .root, to: &places) }
        return places
    }
}
