/// The sets and dictionaries in a value, whose order means nothing.
public enum UnorderedParts {
    /// An equal value whose sets and dictionaries have another order; `nil` if it has none that can be reached through
    /// the stored properties of structs.
    ///
    /// What makes an array of a set without sorting it makes another one of this value.
    ///
    /// - Complexity: O(*n*) in the elements of the sets and dictionaries.
    public static func reordered<T>(_ value: T) -> T? {
        var copy = value
        let isChanged = withUnsafeMutablePointer(to: &copy) { reorder(T.self, at: UnsafeMutableRawPointer($0)) }
        return isChanged ? copy : nil
    }

    private static func reorder(_ type: any Any.Type, at place: UnsafeMutableRawPointer) -> Bool {
        if let unordered = type as? any Unordered.Type { return unordered.reorder(at: place) }
        guard TypeMetadata.kind(of: type) == .structure, let places = TypeMetadata.places(of: type) else {
            return false
        }
        var isChanged = false
        for (field, offset) in places {
            guard let type = field.type, reorder(type, at: place + offset) else { continue }
            isChanged = true
        }
        return isChanged
    }
}

/// A collection without an order.
private protocol Unordered {
    /// Makes the one at a place again, with room for more, so that its elements are in other places.
    static func reorder(at place: UnsafeMutableRawPointer) -> Bool
}

extension Set: Unordered {
    fileprivate static func reorder(at place: UnsafeMutableRawPointer) -> Bool {
        let set = place.assumingMemoryBound(to: Self.self)
        guard set.pointee.count > 1 else { return false }
        var new = Self(minimumCapacity: set.pointee.capacity * Int.random(in: 2...9))
        for element in set.pointee.shuffled() { new.insert(element) }
        set.pointee = new
        return true
    }
}

extension Dictionary: Unordered {
    fileprivate static func reorder(at place: UnsafeMutableRawPointer) -> Bool {
        let dictionary = place.assumingMemoryBound(to: Self.self)
        guard dictionary.pointee.count > 1 else { return false }
        var new = Self(minimumCapacity: dictionary.pointee.capacity * Int.random(in: 2...9))
        for (key, value) in dictionary.pointee.shuffled() { new[key] = value }
        dictionary.pointee = new
        return true
    }
}
