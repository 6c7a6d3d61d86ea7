internal import StrobeTree

/// A standard collection or an optional that is encoded in one pass, seen without the types that are in it.
protocol DirectForm {
    /// Adds the value at a place in memory.
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws
}

extension Optional: DirectForm where Wrapped: Encodable {
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws {
        guard let value = place.assumingMemoryBound(to: Self.self).pointee else { return try encoder.add(leaf: .null) }
        try encoder.add(wrapped: value, mayBeNull: wrapsNullable)
    }
}

extension Array: DirectForm where Element: Encodable {
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws {
        try place.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { try encoder.add(elements: $0) }
    }
}

extension ContiguousArray: DirectForm where Element: Encodable {
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws {
        try place.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { try encoder.add(elements: $0) }
    }
}

extension ArraySlice: DirectForm where Element: Encodable {
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws {
        try place.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { try encoder.add(elements: $0) }
    }
}

extension Set: DirectForm where Element: Encodable {
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws {
        try encoder.add(set: place.assumingMemoryBound(to: Self.self).pointee)
    }
}

extension Dictionary: DirectForm where Key: Encodable, Value: Encodable {
    static func add(_ place: UnsafeRawPointer, to encoder: DirectEncoder) throws {
        try encoder.add(dictionary: place.assumingMemoryBound(to: Self.self).pointee)
    }
}
