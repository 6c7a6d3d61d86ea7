/// Reads what stands at one path of many values of one type, and tells whether two of them have the same there.
///
///     let reader = PlaceReader<Shop>(at: Path(["items", "3", "price"]))
///     reader.isSame(before, after)
///
/// Not for two threads at a time.
public final class PlaceReader<Root> {
    /// Where to look.
    public let path: Path

    /// Makes a reader.
    ///
    /// - Parameter path: Where to look.
    public init(at path: Path) {
        self.path = path
    }

    /// Whether two values show the same at the path, or nothing both.
    ///
    /// - Parameters:
    ///   - old: A value.
    ///   - new: Another one.
    public func isSame(_ old: UnsafePointer<Root>, _ new: UnsafePointer<Root>) -> Bool {
        switch (part(of: old), part(of: new)) {
        case (let old?, let new?): Comparison.areSame(old, new, .default)
        case (nil, nil): true
        default: false
        }
    }

    /// What stands at the path; `nil` for nothing.
    func part(of root: UnsafePointer<Root>) -> Child? {
        Child(any: root.pointee).part(at: path)
    }
}
