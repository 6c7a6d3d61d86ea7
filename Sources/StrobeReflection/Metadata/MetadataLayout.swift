/// What the compiler recorded about a type for reflection: stored properties of structs, cases of enums.
///
/// `Mirror` shows the same, but needs a value. The layout is the one that Swift's ABI fixes: "TypeMetadata.rst" in the
/// documentation of the Swift compiler, and `swift/ABI/Metadata.h` and `swift/RemoteInspection/Records.h` in its
/// sources. `MetadataSelfTest` says whether it is so here.
enum MetadataLayout {
    /// Whether values of a type cannot be copied.
    static func isNoncopyable(_ type: any Any.Type) -> Bool {
        if witnessFlags(type) & 0x80_0000 != 0 { return true }
        // The witnesses of a generic type do not say, but its description does: whether it is copyable at all, and
        // whether that depends on what it is generic over.
        guard let descriptor = valueDescriptor(type), descriptor.load(as: UInt32.self) & 0x20 != 0 else { return false }
        let isConditional =
            descriptor.load(as: UInt32.self) & isGeneric != 0
            && descriptor.load(fromByteOffset: 42, as: UInt16.self) & 2 != 0
        guard isConditional else { return true }
        return (genericArguments(of: type) ?? []).contains(where: isNoncopyable)
    }

    /// The module that a struct or an enum is declared in; `nil` for other types.
    static func moduleName(of type: any Any.Type) -> String? {
        var context = valueDescriptor(type)
        while let descriptor = context {
            // A module is of kind 0, and has no parent.
            guard descriptor.load(as: UInt32.self) & 0x1F != 0 else {
                return target(descriptor + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
            }
            let offset = descriptor.load(fromByteOffset: 4, as: Int32.self)
            guard offset != 0 else { return nil }
            let parent = descriptor + 4 + Int(offset & ~1)
            context = offset & 1 == 0 ? parent : parent.load(as: UnsafeRawPointer?.self)
        }
        return nil
    }

    /// What the compiler recorded about a struct or an enum; `nil` for other types.
    private static func valueDescriptor(_ type: any Any.Type) -> UnsafeRawPointer? {
        RuntimeCalls.kind(of: type) == .object ? nil : descriptor(of: type)
    }

    private static func witnessFlags(_ type: any Any.Type) -> UInt32 {
        let witnesses = unsafeBitCast(type, to: UnsafeRawPointer.self).load(
            fromByteOffset: -word, as: UnsafeRawPointer.self)
        return witnesses.load(fromByteOffset: 10 * word, as: UInt32.self)
    }

    /// The stored properties of a struct or the cases of an enum, in the order of their tags; `nil` for other types and
    /// for those compiled without reflection.
    static func fields(of type: any Any.Type) -> [DeclaredField]? {
        guard isStructureOrEnumeration(type), let descriptor = descriptor(of: type) else { return nil }
        return records(
            of: descriptor, genericArguments: unsafeBitCast(type, to: UnsafeRawPointer.self) + 2 * word)
    }

    /// The properties that a class declares itself; `nil` for generic ones and for those compiled without reflection.
    static func properties(ofClass type: any AnyObject.Type) -> [DeclaredField]? {
        guard let descriptor = descriptor(of: type), descriptor.load(as: UInt32.self) & Self.isGeneric == 0 else {
            return nil
        }
        return records(of: descriptor, genericArguments: nil)
    }

    /// Whether it is known what a struct, enum or class is made of: it was compiled with reflection.
    static func isReflected(_ type: any Any.Type) -> Bool {
        descriptor(of: type).map { target($0 + 16) != nil } ?? false
    }

    /// What the compiler recorded about a struct, enum or class of Swift; `nil` for other types.
    static func descriptor(of type: any Any.Type) -> UnsafeRawPointer? { RuntimeCalls.descriptor(of: type) }

    private static func isStructureOrEnumeration(_ type: any Any.Type) -> Bool {
        [.structure, .enumeration].contains(RuntimeCalls.kind(of: type))
    }

    private static func records(of descriptor: UnsafeRawPointer, genericArguments: UnsafeRawPointer?)
        -> [DeclaredField]?
    {
        guard let fields = target(descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        let records = (0..<count).map { index in
            let record = fields + 16 + index * recordSize
            let name = target(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
            let mangled = target(record + 4).map { (start: $0, measure(mangledName: $0)) }
            // The runtime would return the type of the reference and leave out that it is weak.
            let ownership = mangled?.1.ownership
            let type = mangled.flatMap { start, measured -> (any Any.Type)? in
                let type = _getTypeByMangledNameInContext(
                    start.assumingMemoryBound(to: UInt8.self), measured.length, genericContext: descriptor,
                    genericArguments: genericArguments)
                // The runtime calls every type `()` whose values cannot be copied; that of `()` itself is named in two
                // bytes.
                return type == Void.self && measured.length != 2 ? nil : type
            }
            let flags = record.load(as: UInt32.self)
            return DeclaredField(
                name: name ?? "", type: ownership == nil ? type : nil, isIndirect: flags & 1 != 0,
                isVariable: flags & 2 != 0, isUnowned: ownership != nil, referenced: ownership == nil ? nil : type,
                mayDangle: ownership.map { $0 != UInt8(ascii: "w") } ?? false, hasType: mangled != nil)
        }
        // Reflection may leave out the names alone.
        return records.allSatisfy { !$0.name.isEmpty } ? records : nil
    }

    /// The stored properties of a class and those above it; `nil` for all types but classes in whose objects nothing
    /// can change.
    static func constants(ofClass type: any AnyObject.Type) -> [DeclaredField]? {
        var next: (any AnyObject.Type)? = type
        var all: [DeclaredField] = []
        while let type = next {
            guard let fields = properties(ofClass: type) else { return nil }
            let areConstant = fields.allSatisfy { field in
                guard !field.isVariable, let type = field.type else { return false }
                return !isNoncopyable(type)
            }
            guard areConstant else { return nil }
            all = fields + all
            next = _getSuperclass(type)
        }
        return all
    }

    /// The types that a struct or an enum is generic over, those of the types around it included; `nil` for other
    /// types, and where some are no types.
    static func genericArguments(of type: any Any.Type) -> [any Any.Type]? {
        guard let descriptor = valueDescriptor(type) else { return nil }
        guard descriptor.load(as: UInt32.self) & Self.isGeneric != 0 else { return [] }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        // Behind the seven words of the description and two for making types: how many parameters there are.
        let count = Int(descriptor.load(fromByteOffset: 36, as: UInt16.self))
        return (0..<count).reduce(into: [] as [any Any.Type]?) { types, index in
            // A parameter that is a type of its own: the lower bits are its kind, the highest says that it has an
            // argument.
            guard descriptor.load(fromByteOffset: 44 + index, as: UInt8.self) == 0x80 else { return types = nil }
            types?.append(metadata.load(fromByteOffset: (2 + index) * word, as: Any.Type.self))
        }
    }

    private static let isGeneric: UInt32 = 0x80
    private static let hasPacks: UInt16 = 1

    private static var word: Int { MemoryLayout<Int>.size }

    /// Where a relative pointer points to; `nil` if it is null.
    static func target(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = pointer.load(as: Int32.self)
        return offset == 0 ? nil : pointer + Int(offset)
    }

    /// The type of an enum within another type, whose parameters are its own; `nil` if it has more of them.
    static func enumType(_ descriptor: UnsafeRawPointer, in outer: any Any.Type) -> (any Any.Type)? {
        guard let access = target(descriptor + 12) else { return nil }
        var arguments: [UnsafeRawPointer] = []
        if descriptor.load(as: UInt32.self) & isGeneric != 0 {
            // Both headers begin at the same place in enums and structs.
            guard isStructureOrEnumeration(outer), let context = self.descriptor(of: outer) else { return nil }
            let (own, inherited) = (genericHeader(descriptor), genericHeader(context))
            guard own == inherited, own.flags & hasPacks == 0 else { return nil }
            let metadata = unsafeBitCast(outer, to: UnsafeRawPointer.self)
            arguments = (0..<Int(own.keyArguments)).map {
                metadata.load(fromByteOffset: (2 + $0) * word, as: UnsafeRawPointer.self)
            }
        }
        // The calling conventions of Swift and C agree on words. The first is the request for complete metadata; more
        // than three arguments come as a list. Of what is returned only the first word is the type.
        typealias Access0 = @convention(c) (Int) -> UnsafeRawPointer?
        typealias Access1 = @convention(c) (Int, UnsafeRawPointer) -> UnsafeRawPointer?
        typealias Access2 = @convention(c) (Int, UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?
        typealias Access3 =
            @convention(c) (Int, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?
        let metadata =
            switch arguments.count {
            case 0: unsafeBitCast(access, to: Access0.self)(0)
            case 1: unsafeBitCast(access, to: Access1.self)(0, arguments[0])
            case 2: unsafeBitCast(access, to: Access2.self)(0, arguments[0], arguments[1])
            case 3: unsafeBitCast(access, to: Access3.self)(0, arguments[0], arguments[1], arguments[2])
            default:
                arguments.withUnsafeBytes { list in
                    list.baseAddress.flatMap { unsafeBitCast(access, to: Access1.self)(0, $0) }
                }
            }
        return metadata.map { unsafeBitCast($0, to: Any.Type.self) }
    }

    private static func genericHeader(
        _ descriptor: UnsafeRawPointer
    ) -> (parameters: UInt16, requirements: UInt16, keyArguments: UInt16, flags: UInt16) {
        func part(_ offset: Int) -> UInt16 { descriptor.load(fromByteOffset: offset, as: UInt16.self) }
        return (part(36), part(38), part(40), part(42))
    }

    /// The length of a name that ends with a zero, references within which may hold zeros themselves; and of a weak or
    /// unowned reference, whose name ends with `Xw`, `Xo` or `Xu` ("Mangling.rst"), the last letter.
    private static func measure(mangledName name: UnsafeRawPointer) -> (length: UInt, ownership: UInt8?) {
        var length = 0
        var last: (UInt8, UInt8) = (0, 0)
        while true {
            let byte = name.load(fromByteOffset: length, as: UInt8.self)
            switch byte {
            case 0:
                let isUnowned = last.0 == UInt8(ascii: "X") && "wou".utf8.contains(last.1)
                return (UInt(length), isUnowned ? last.1 : nil)
            case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
            case 0x18...0x1F: length += 1 + word
            default: length += 1
            }
            last = (last.1, byte)
        }
    }
}
