internal import Synchronization

/// The enums called `CodingKeys`, or `LoadedCodingKeys` for the payload of a case `loaded`, by the types that contain
/// them.
///
/// They are looked up in the lists of types that the compiler leaves in each image, where private ones are, too.
/// The lists are read at the first question, and those of libraries that were loaded since when something is not found.
enum KeyEnums {
    /// Addresses of what the compiler recorded about types, which stays where it is.
    private struct Index {
        var lists: Set<UInt> = []
        /// The enums by their names; 0 where there are several.
        var enums: [UInt: [String: UInt]] = [:]
    }

    private static let index = Mutex(Index())

    /// What the compiler recorded about the enum with a name within a type; `nil` if there is none, or several.
    static func descriptor(named name: String, in type: UnsafeRawPointer) -> UnsafeRawPointer? {
        let parent = UInt(bitPattern: type)
        return index.withLock { index in
            if index.enums[parent]?[name] == nil { readNewLists(into: &index) }
            return index.enums[parent]?[name].flatMap { UnsafeRawPointer(bitPattern: $0) }
        }
    }

    private static func readNewLists(into index: inout Index) {
        TypeLists.forEach { list in
            guard index.lists.insert(UInt(bitPattern: list.baseAddress)).inserted else { return }
            for offset in stride(from: 0, to: list.count - 3, by: 4) {
                guard let start = list.baseAddress, let type = type(start + offset), let name = keyEnumName(type),
                    let parent = parent(type)
                else { continue }
                let known = index.enums[UInt(bitPattern: parent)]?[name]
                index.enums[UInt(bitPattern: parent), default: [:]][name] = known == nil ? UInt(bitPattern: type) : 0
            }
        }
    }

    // MARK: Layout, as `swift/ABI/Metadata.h` says

    private static let kindMask: UInt32 = 0x1F
    private static let extensionKind: UInt32 = 1
    private static let anonymousKind: UInt32 = 2
    private static let enumKind: UInt32 = 18

    private static func kind(_ descriptor: UnsafeRawPointer) -> UInt32 {
        descriptor.load(as: UInt32.self) & kindMask
    }

    /// What an entry of a list refers to, directly or by way of a pointer.
    private static func type(_ entry: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = entry.load(as: Int32.self)
        let target = entry + Int(offset & ~3)
        switch offset & 3 {
        case 0: return target
        case 1: return target.load(as: UnsafeRawPointer?.self)
        default: return nil
        }
    }

    private static func keyEnumName(_ descriptor: UnsafeRawPointer) -> String? {
        guard kind(descriptor) == enumKind, let name = MetadataLayout.target(descriptor + 8) else { return nil }
        let text = String(cString: name.assumingMemoryBound(to: CChar.self))
        return text.hasSuffix("CodingKeys") ? text : nil
    }

    /// The type that contains a declaration, private or in an extension or not.
    private static func parent(_ descriptor: UnsafeRawPointer) -> UnsafeRawPointer? {
        let place = descriptor + 4
        let offset = place.load(as: Int32.self)
        guard offset != 0 else { return nil }
        let target = place + Int(offset & ~1)
        guard let parent = offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self) else { return nil }
        return switch kind(parent) {
        case anonymousKind: self.parent(parent)
        case extensionKind: extended(parent)
        default: parent
        }
    }

    /// The type that an extension extends: its mangled name begins with a reference to it.
    private static func extended(_ descriptor: UnsafeRawPointer) -> UnsafeRawPointer? {
        guard let name = MetadataLayout.target(descriptor + 8) else { return nil }
        let place = name + 1
        let target = place + Int(place.loadUnaligned(as: Int32.self))
        switch name.load(as: UInt8.self) {
        case 1: return target
        case 2: return target.load(as: UnsafeRawPointer?.self)
        default: return nil
        }
    }
}
