public import StrobeTree

/// Reads the part at one path of many values of one type, and compares these parts.
///
/// As far as the path goes through stored properties, arrays and dictionaries it is resolved once, and a reading takes
/// a tenth of a microsecond whatever the size of the value; the rest is looked up as by `Node`. Now and then both are
/// compared: a type that encodes itself in its own way is shown as it does.
///
///     let reader = PlaceReader<Shop>(at: Path(["items", "3", "price"]))
///     reader.isSame(before, after)
///
/// An element that is addressed by its id is looked for from the first one on (0.1 ms for 100,000); of several with
/// that id the first is meant.
///
/// Not for two threads at a time.
public final class PlaceReader<Root> {
    /// Where to look.
    public let path: Path
    private let route: PlaceRoute
    private let leaf: any DirectLeaf
    private let cursor: RedactionCursor
    /// Reads the tree of a value that represents a recorded one.
    private let tree: ((UnsafeRawPointer) -> ShapedValue)?
    /// Whether the tree has to be asked.
    @exclusivity(unchecked)
    private var isTreeOnly: Bool
    /// How many readings there are until both ways are compared again.
    @exclusivity(unchecked)
    private var untilCheck = 0
    private static var readingsPerCheck: Int { 4_096 }
    /// What was seen at the path last in which nothing is hidden.
    @exclusivity(unchecked)
    private var open: SeenPart?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - path: Where to look.
    ///   - mayBeDirect: Whether stored properties may be read without asking the value how it encodes itself.
    ///   - redaction: What is hidden: only placeholders are read of it.
    public init(at path: Path, mayBeDirect: Bool = true, redaction: Redaction = .none) {
        self.path = path
        cursor = RedactionCursor(redaction)
        route = PlaceRoute(from: Root.self, along: path, cursor)
        leaf = DirectLeaves.leaf(for: route.type, whole: route.rest.isRoot)
        // As for all parts, what encodes itself is shown in the form that it writes.
        tree = Root.self is any Encodable.Type ? nil : (Root.self as? any ShapedTree.Type).map { Self.tree(of: $0) }
        isTreeOnly = !mayBeDirect || !route.isDirect || !route.cursor.shows(route.type)
    }

    /// Whether the path, or the first part of it, is resolved to stored properties.
    public var isDirect: Bool { !isTreeOnly }

    /// Whether two values show the same at the path, or nothing both.
    ///
    /// - Parameters:
    ///   - old: A value.
    ///   - new: Another one.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    public func isSame(
        _ old: UnsafePointer<Root>, _ new: UnsafePointer<Root>, _ meter: WorkMeter? = nil
    ) -> Bool {
        guard isDirect(for: new) else {
            let shown = treePart(of: new)
            return Self.areSame(treePart(of: old)?.child, shown?.child, shown?.cursor ?? .none, meter)
        }
        var isSame: Bool?
        route.read(old) { a in
            route.read(new) { b in
                isSame = leaf.haveEqualBits(a, b) || areSame(leaf.child(at: a), leaf.child(at: b), meter)
            }
        }
        // What only one of them has on the way need not have anything at the rest of the path.
        return isSame ?? (directPart(of: old) == nil && directPart(of: new) == nil)
    }

    /// Whether two values have the same bits at the path, and so show the same there; false if only the tree can tell.
    ///
    /// - Parameters:
    ///   - old: A value.
    ///   - new: Another one.
    public func hasSameBits(_ old: UnsafePointer<Root>, _ new: UnsafePointer<Root>) -> Bool {
        guard isDirect(for: new) else { return false }
        if let a = route.place(in: old) {
            guard let b = route.place(in: new) else { return false }
            return leaf.haveEqualBits(a, b)
        }
        var isSame = false
        route.read(old) { a in route.read(new) { b in isSame = leaf.haveEqualBits(a, b) } }
        return isSame
    }

    /// Whether something is hidden at the path, or on the way there.
    ///
    /// Types and places decide, never what is hidden. What has not changed since is not walked through again.
    func hides(in root: UnsafePointer<Root>, _ meter: WorkMeter) -> Bool {
        var part = (child: cursor.shown(Child(any: root.pointee)), cursor: cursor)
        for token in path.tokens {
            if case .redacted = part.child { return true }
            guard let next = Expansion(part.child).part(token, part.cursor) else { return false }
            part = (next.child, next.cursor)
        }
        if let open, Comparison.areSame(open.child, part.child, .default, part.cursor, meter) { return false }
        var parts = HiddenParts(meter: meter)
        guard !parts.contains(part) else { return true }
        open = part
        return false
    }

    /// The part at the path; `nil` if there is none.
    func part(of root: UnsafePointer<Root>) -> SeenPart? {
        isDirect(for: root) ? directPart(of: root) : treePart(of: root)
    }

    /// The number of elements at the path, if the type alone determines it.
    func count(of root: UnsafePointer<Root>) -> Int? {
        guard isDirect(for: root) else { return nil }
        var count: Int?
        route.read(root) { count = leaf.count(at: $0) }
        return count
    }

    /// The name of the current case of the enum at the path, if the type alone determines it.
    func caseName(of root: UnsafePointer<Root>) -> String? {
        guard isDirect(for: root) else { return nil }
        var name: String?
        route.read(root) { name = leaf.caseName(at: $0) }
        return name
    }

    private func directPart(of root: UnsafePointer<Root>) -> SeenPart? {
        var part: SeenPart?
        route.read(root) { part = leaf.child(at: $0).part(at: route.rest.tokens, route.cursor) }
        return part
    }

    /// Whether the values at the end of the way through memory show the same at the rest of the path.
    private func areSame(_ old: Child, _ new: Child, _ meter: WorkMeter?) -> Bool {
        let shown = new.part(at: route.rest.tokens, route.cursor)
        return Self.areSame(
            old.part(at: route.rest.tokens, route.cursor)?.child, shown?.child, shown?.cursor ?? .none, meter)
    }

    private func treePart(of root: UnsafePointer<Root>) -> SeenPart? {
        guard let tree else { return Child(any: root.pointee).part(at: path.tokens, cursor) }
        return Child.shaped(tree(root)).part(at: path.tokens, cursor)
    }

    private static func tree<T: ShapedTree>(of type: T.Type) -> (UnsafeRawPointer) -> ShapedValue {
        // T is Root.
        { $0.assumingMemoryBound(to: T.self).pointee.shaped }
    }

    /// Whether stored properties may be read; compares both ways at times.
    private func isDirect(for root: UnsafePointer<Root>) -> Bool {
        if isTreeOnly { return false }
        if untilCheck > 0 {
            untilCheck -= 1
            return true
        }
        untilCheck = Self.readingsPerCheck
        isTreeOnly = !agreesWithTree(on: root)
        return !isTreeOnly
    }

    private func agreesWithTree(on root: UnsafePointer<Root>) -> Bool {
        let seen = treePart(of: root)
        let shown = seen?.child.opened
        guard Self.areSame(directPart(of: root)?.child.opened, shown, seen?.cursor ?? .none) else { return false }
        var name: String?
        route.read(root) { name = leaf.caseName(at: $0) }
        return name == nil || name == shown?.presentCase
    }

    private static func areSame(_ old: Child?, _ new: Child?, _ cursor: RedactionCursor, _ meter: WorkMeter? = nil)
        -> Bool
    {
        switch (old, new) {
        case (let old?, let new?): Comparison.areSame(old, new, .default, cursor, meter)
        case (nil, nil): true
        default: false
        }
    }
}

extension Child {
    /// What is in an optional, or `nil` as a leaf; other parts as they are.
    fileprivate var opened: Child {
        guard let type, TypeFacts.form(of: type) == .optional else { return self }
        if let inner = wrapped { return inner.opened }
        if case .leaf(.null) = Expansion(self) { return .leaf(.null, type) }
        return self
    }
}
