internal import Synchronization

/// The cases of enums without payloads, such as the `CodingKeys` that the compiler makes.
enum KeyCases {
    private static let counts = Mutex<[ObjectIdentifier: Int?]>([:])

    /// The names of all cases of a coding key that is an enum; `nil` for other keys.
    static func names<Key: CodingKey>(_ type: Key.Type) -> [String]? {
        keys(type)?.map(\.stringValue)
    }

    /// All cases of a coding key that is an enum; `nil` for other keys.
    private static func keys<Key: CodingKey>(_ type: Key.Type) -> [Key]? {
        guard let keys = values(type) else { return nil }
        // Each key must be found again under its own name: else the type is not what it seems.
        for (tag, key) in keys.enumerated() {
            guard let again = Key(stringValue: key.stringValue),
                withUnsafeBytes(of: again, { $0.first ?? 0 }) == tag
            else { return nil }
        }
        return keys
    }

    /// All values of an enum of 1 to 256 cases without payloads; `nil` for other types.
    ///
    /// One case takes no room at all. More of them have the tags 0 ..< n in one byte. Their number follows from the bit patterns that are left: as many as
    /// `Optional` layers fit the byte.
    static func values<T>(_ type: T.Type) -> [T]? {
        count(type).map { count in
            MemoryLayout<T>.size == 0
                ? [unsafeBitCast((), to: T.self)] : (0..<count).map { unsafeBitCast(UInt8($0), to: T.self) }
        }
    }

    private static func count<T>(_ type: T.Type) -> Int? {
        let id = ObjectIdentifier(type)
        if let known = counts.withLock({ $0[id] }) { return known }
        let count = measured(type)
        counts.withLock { $0[id] = .some(count) }
        return count
    }

    private static func measured<T>(_ type: T.Type) -> Int? {
        if MemoryLayout<T>.size == 0 {
            // An enum without cases is as small, and a value of it must never be made: the declaration distinguishes
            // them.
            guard RuntimeCalls.kind(of: type) == .enumeration, let cases = MetadataLayout.fields(of: type),
                cases.count == 1
            else { return nil }
            return cases[0].type == nil && isPlainCase(unsafeBitCast((), to: T.self)) ? 1 : nil
        }
        // Classes and existentials are larger, so only enums and structs of one trivial part are left.
        guard MemoryLayout<T>.size == 1 else { return nil }
        // All bits zero is a value of every type of one byte, whatever its cases; in an enum with payloads it is one of
        // the cases that have them, as their tags come first.
        guard isPlainCase(unsafeBitCast(UInt8(0), to: T.self)) else { return nil }
        let count = 256 - spare(T.self, 0)
        return count > 1 ? count : nil
    }

    private static func isPlainCase<T>(_ value: T) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .enum && mirror.children.isEmpty
    }

    /// The number of `Optional` layers that fit one byte.
    private static func spare<T>(_ type: T.Type, _ depth: Int) -> Int {
        guard depth < 256, MemoryLayout<T?>.size == 1 else { return depth }
        return spare(T?.self, depth + 1)
    }
}
