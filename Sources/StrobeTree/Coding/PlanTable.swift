/// What is known of types, found by comparing one pointer in most cases.
///
/// Inlined, since code that is not specialised would look the types of its optionals up each time; public, since what is
/// `package` is not inlined into other modules.
public struct PlanTable<Entry: AnyObject> {
    @usableFromInline var recentTypes = [ObjectIdentifier?](repeating: nil, count: 64)
    @usableFromInline var recent = [Entry?](repeating: nil, count: 64)
    @usableFromInline var all: [ObjectIdentifier: Entry] = [:]

    /// Makes an empty table.
    @inlinable @inline(__always)
    public init() {}

    /// What is known of a type.
    ///
    /// - Parameter make: Finds it out, for a type that is new.
    @inlinable @inline(__always)
    public mutating func entry(for type: any Any.Type, _ make: () -> Entry) -> Entry {
        let id = ObjectIdentifier(type)
        let bits = UInt(bitPattern: id)
        let place = Int(truncatingIfNeeded: (bits &>> 4 ^ bits &>> 10) & 63)
        if recentTypes[place] == id, let known = recent[place] { return known }
        return find(id, place, make)
    }

    /// Apart from the above: what it needs to know of types would be looked up there at each call.
    @usableFromInline @inline(never)
    mutating func find(_ id: ObjectIdentifier, _ place: Int, _ make: () -> Entry) -> Entry {
        let entry = all[id] ?? make()
        all[id] = entry
        recentTypes[place] = id
        recent[place] = entry
        return entry
    }
}
