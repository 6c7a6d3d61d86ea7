/// What the compiler wrote down about a type for reflection: stored properties of structs, cases of enums, parts of tuples.
///
/// `Mirror` shows the same, but needs a value. The layout is the one that Swift's ABI fixes: "TypeMetadata.rst" in the
/// documentation of the Swift compiler, and `swift/ABI/Metadata.h` and `swift/RemoteInspection/Records.h` in its sources.
struct DeclaredFields {
    struct Field {
        /// The name of the property, the case or the label; empty for parts of a tuple without label.
        var name: String
        /// The type of the property or of the payload; `nil` for a case without, and where it cannot be told.
        var type: (any Any.Type)?
    }

    private enum Kind {
        static let structure = 0x200
        static let enumeration = 0x201
        static let optional = 0x202
        static let tuple = 0x301
    }

    /// Whether a type is an enum, `Optional` aside.
    static func isEnum(_ type: any Any.Type) -> Bool { kind(type) == Kind.enumeration }

    /// Whether a type is an `Optional`.
    static func isOptional(_ type: any Any.Type) -> Bool { kind(type) == Kind.optional }

    /// How far into a value of a struct each stored property begins, in bytes, in order of declaration; `nil` for other
    /// types.
    static func offsets(of type: any Any.Type) -> [Int]? {
        guard kind(type) == Kind.structure else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
        let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
        let start = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) * word
        // Where the layout of a type is not known before it runs, there may be no such list.
        guard start > 0 else { return count == 0 ? [] : nil }
        return (0..<count).map { Int(metadata.load(fromByteOffset: start + 4 * $0, as: UInt32.self)) }
    }

    /// The stored properties of a struct or the cases of an enum, in the order of their tags; `nil` for other types and
    /// for those compiled without reflection.
    static func of(_ type: any Any.Type) -> [Field]? {
        let kind = kind(type)
        guard kind == Kind.structure || kind == Kind.enumeration else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
        guard let fields = target(descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).map { index in
            let record = fields + 16 + index * recordSize
            let name = target(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
            let type = target(record + 4).flatMap { name in
                _getTypeByMangledNameInContext(
                    name.assumingMemoryBound(to: UInt8.self), length(ofMangledName: name),
                    genericContext: descriptor, genericArguments: metadata + 2 * word)
            }
            return Field(name: name ?? "", type: type)
        }
    }

    /// The parts of a tuple type; `nil` for other types.
    static func tuple(_ type: any Any.Type) -> [Field]? {
        guard kind(type) == Kind.tuple else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        // Each label is followed by a space.
        let text = metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
        let labels = (text ?? "").split(separator: " ", omittingEmptySubsequences: false)
        return (0..<count).map { index in
            let type = metadata.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
            return Field(name: index < labels.count ? String(labels[index]) : "", type: type)
        }
    }

    private static var word: Int { MemoryLayout<Int>.size }

    private static func kind(_ type: any Any.Type) -> Int {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
    }

    /// Where a relative pointer points to; `nil` if it is null.
    private static func target(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = pointer.load(as: Int32.self)
        return offset == 0 ? nil : pointer + Int(offset)
    }

    /// The length of a name that ends with a zero; references within it may hold zeros themselves.
    private static func length(ofMangledName name: UnsafeRawPointer) -> UInt {
        var length = 0
        while true {
            switch name.load(fromByteOffset: length, as: UInt8.self) {
            case 0: return UInt(length)
            case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
            case 0x18...0x1F: length += 1 + word
            default: length += 1
            }
        }
    }
}
