public import StrobeTree

/// Reads the enum at one path of many values of one type: which case is present, and whether the value is another than
/// the one before.
///
/// Where the path goes through stored properties of structs it is resolved once, and a reading takes some ten
/// nanoseconds; elsewhere each value is looked into as by `Node`, which takes a microsecond or several. Only the last
/// value at the path is kept, and nothing else of what it was in.
///
///     let reader = CaseReader<Shop>(at: Path(["session"]))
///     let number = withUnsafePointer(to: shop) { reader.number(of: $0) }
///     print(reader.names[number])
///
/// Not for two threads at a time.
public final class CaseReader<Root> {
    /// Where the enum is.
    public let path: Path
    private let known = CaseNames()
    private let direct: (route: CaseRoute, slot: any EnumSlotForm)?
    private let tree: TreeSlot
    /// The number of what is not there; -1 before it was met.
    @exclusivity(unchecked)
    private var absent = -1
    @exclusivity(unchecked)
    private var wasAbsent = false

    /// What a value without anything at the path counts as.
    public static var absentName: String { "nil" }

    /// Makes a reader that has met nothing yet.
    ///
    /// - Parameters:
    ///   - path: Where the enum is.
    ///   - mayBeDirect: Whether stored properties may be read without asking the value how it encodes itself.
    public init(at path: Path = .root, mayBeDirect: Bool = true) {
        self.path = path
        tree = TreeSlot(known)
        if mayBeDirect, let route = CaseRoute(from: Root.self, along: path),
            let slot = EnumSlots.slot(for: route.type, known)
        {
            direct = (route, slot)
        } else {
            direct = nil
        }
    }

    /// Whether the path is resolved to stored properties.
    public var isDirect: Bool { direct != nil }

    /// Whether the path is empty and the values themselves are enums.
    public var readsEnum: Bool { path.isRoot && TypeMetadata.isEnum(Root.self) }

    /// The names of the cases that were met, by their numbers; `nil` is one of them where nothing was at the path.
    public var names: [String] { known.all }

    /// The number of the current case.
    ///
    /// - Parameter root: The value to read in.
    public func number(of root: UnsafePointer<Root>) -> Int {
        guard let direct else { return treeNumber(of: root) }
        return direct.route(root).map { direct.slot.number(at: $0) } ?? absentNumber
    }

    /// The number of the current case, and whether the value at the path is another than that of the call before; true
    /// for the first.
    ///
    /// - Parameter root: The value to read in.
    public func next(_ root: UnsafePointer<Root>) -> (number: Int, isChanged: Bool) {
        if let direct {
            if let place = direct.route(root) {
                wasAbsent = false
                return direct.slot.take(place)
            }
            direct.slot.forget()
        } else {
            if let part = part(of: root), let reading = tree.take(part) {
                wasAbsent = false
                return reading
            }
            tree.forget()
        }
        defer { wasAbsent = true }
        return (absentNumber, !wasAbsent)
    }

    /// Lets go of the last value.
    public func forget() {
        direct?.slot.forget()
        tree.forget()
        wasAbsent = false
    }

    /// Whether the stored properties say the same as the tree, which shows a value as it encodes itself.
    ///
    /// - Parameter root: The value to read in.
    public func agreesWithTree(on root: UnsafePointer<Root>) -> Bool {
        direct == nil || number(of: root) == treeNumber(of: root)
    }

    private func treeNumber(of root: UnsafePointer<Root>) -> Int {
        part(of: root).flatMap { tree.number(of: $0) } ?? absentNumber
    }

    private var absentNumber: Int {
        if absent < 0 { absent = known.number(of: Self.absentName) }
        return absent
    }

    /// What the tree has at the path; `nil` if that is nothing.
    private func part(of root: UnsafePointer<Root>) -> Child? {
        var part = Child(any: root.pointee)
        for token in path.tokens {
            guard let next = Expansion(part).part(token) else { return nil }
            part = next.child
        }
        return part
    }
}
