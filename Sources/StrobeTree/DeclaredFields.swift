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
        /// Whether it is a case whose payload is in a box on the heap.
        var isIndirect = false
        /// Whether it is a property that can be set.
        var isVariable = false
        /// Whether it refers to an object without keeping it: its memory is no reference that could be followed, and its
        /// type is not told.
        var isUnowned = false
    }

    /// The kinds of type that are taken apart in different ways.
    enum Shape {
        case structure, enumeration, optional, tuple, object, existential, other
    }

    private enum Kind {
        static let structure = 0x200
        static let enumeration = 0x201
        static let optional = 0x202
        static let tuple = 0x301
        static let existential = 0x303
        /// Metadata of classes begins with a pointer where Objective-C is there, and with zero elsewhere.
        static let lastThatIsNoClass = 0x7FF
    }

    static func shape(of type: any Any.Type) -> Shape {
        switch kind(type) {
        case Kind.structure: .structure
        case Kind.enumeration: .enumeration
        case Kind.optional: .optional
        case Kind.tuple: .tuple
        case Kind.existential: .existential
        case 0, (Kind.lastThatIsNoClass + 1)...: .object
        default: .other
        }
    }

    /// Whether values of a type cannot be copied.
    static func isNoncopyable(_ type: any Any.Type) -> Bool {
        witnessFlags(type) & 0x80_0000 != 0
    }

    /// Whether values of an existential type may be of any type, in place of objects only.
    static func isOpaqueExistential(_ type: any Any.Type) -> Bool {
        guard kind(type) == Kind.existential else { return false }
        let flags = unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: word, as: UInt32.self)
        // Errors are marked as a special protocol.
        return flags & 0x8000_0000 != 0 && flags & 0x3F00_0000 == 0
    }

    /// Where in its box a value of a type begins that does not fit into an existential, as a mask; `nil` where it fits.
    static func boxAlignmentMask(of type: any Any.Type) -> Int? {
        let flags = witnessFlags(type)
        return flags & 0x2_0000 != 0 ? Int(flags & 0xFF) : nil
    }

    private static func witnessFlags(_ type: any Any.Type) -> UInt32 {
        let witnesses = unsafeBitCast(type, to: UnsafeRawPointer.self).load(
            fromByteOffset: -word, as: UnsafeRawPointer.self)
        return witnesses.load(fromByteOffset: 10 * word, as: UInt32.self)
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
        return records(of: descriptor, genericArguments: metadata + 2 * word)
    }

    private static func records(of descriptor: UnsafeRawPointer, genericArguments: UnsafeRawPointer?) -> [Field]? {
        guard let fields = target(descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).map { index in
            let record = fields + 16 + index * recordSize
            let name = target(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
            let mangled = target(record + 4).map { (start: $0, measure(mangledName: $0)) }
            // The runtime would tell the type of the reference and leave out that it is weak.
            let isUnowned = mangled?.1.isUnowned ?? false
            let type = mangled.flatMap { start, measured in
                isUnowned
                    ? nil
                    : _getTypeByMangledNameInContext(
                        start.assumingMemoryBound(to: UInt8.self), measured.length, genericContext: descriptor,
                        genericArguments: genericArguments)
            }
            let flags = record.load(as: UInt32.self)
            return Field(
                name: name ?? "", type: type, isIndirect: flags & 1 != 0, isVariable: flags & 2 != 0,
                isUnowned: isUnowned)
        }
    }

    /// How far into a value of a tuple each part begins, in bytes; `nil` for other types.
    static func tupleOffsets(of type: any Any.Type) -> [Int]? {
        guard kind(type) == Kind.tuple else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        return (0..<count).map { Int(metadata.load(fromByteOffset: (4 + 2 * $0) * word, as: UInt32.self)) }
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

    /// Whether nothing in the objects of a class can change: all stored properties are constants, those of the classes above
    /// it included, and none is of a type that guards a variable, as a lock does.
    static func isImmutable(class type: any AnyObject.Type) -> Bool {
        var next: UnsafeRawPointer? = unsafeBitCast(type, to: UnsafeRawPointer.self)
        while let metadata = next {
            guard let descriptor = classDescriptor(metadata), descriptor.load(as: UInt32.self) & Self.isGeneric == 0,
                let fields = records(of: descriptor, genericArguments: nil)
            else { return false }
            let areConstant = fields.allSatisfy { field in
                guard !field.isVariable, let type = field.type else { return false }
                return !isNoncopyable(type)
            }
            guard areConstant else { return false }
            next = metadata.load(fromByteOffset: word, as: UnsafeRawPointer?.self)
        }
        return true
    }

    private static let isGeneric: UInt32 = 0x80

    /// What the compiler wrote down about a class of Swift; `nil` for others.
    private static func classDescriptor(_ metadata: UnsafeRawPointer) -> UnsafeRawPointer? {
        #if canImport(ObjectiveC)
            // Three words for the Objective-C runtime, the last of which marks the classes of Swift.
            guard metadata.load(fromByteOffset: 4 * word, as: Int.self) & 3 != 0 else { return nil }
            return metadata.load(fromByteOffset: 8 * word, as: UnsafeRawPointer?.self)
        #else
            return metadata.load(fromByteOffset: 5 * word, as: UnsafeRawPointer?.self)
        #endif
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

    /// The length of a name that ends with a zero, references within which may hold zeros themselves; and whether it is that
    /// of a weak or unowned reference: then it ends with `Xw`, `Xo` or `Xu` ("Mangling.rst").
    private static func measure(mangledName name: UnsafeRawPointer) -> (length: UInt, isUnowned: Bool) {
        var length = 0
        var last: (UInt8, UInt8) = (0, 0)
        while true {
            let byte = name.load(fromByteOffset: length, as: UInt8.self)
            switch byte {
            case 0:
                let isUnowned = last.0 == UInt8(ascii: "X") && "wou".utf8.contains(last.1)
                return (UInt(length), isUnowned)
            case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
            case 0x18...0x1F: length += 1 + word
            default: length += 1
            }
            last = (last.1, byte)
        }
    }
}
