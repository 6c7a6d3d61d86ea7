internal import StrobeSystem
internal import StrobeTree

/// What is at the end of a way through memory, seen without its type.
protocol DirectLeaf {
    func child(at place: UnsafeRawPointer) -> Child
    func haveEqualBits(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool
    /// The number of elements; `nil` if the type is no collection.
    func count(at place: UnsafeRawPointer) -> Int?
    /// The name of the current case; `nil` if the type is no enum.
    func caseName(at place: UnsafeRawPointer) -> String?
}

/// Makes leaves for types that are known when the program runs.
enum DirectLeaves {
    /// The leaf for a type.
    ///
    /// - Parameter whole: Whether the path ends there: only then its optional, count and case are those of the path.
    static func leaf(for type: any Any.Type, whole: Bool) -> any DirectLeaf {
        if let optional = type as? any OptionalForm.Type, whole, !optional.wrapsNullable,
            let tag = TypeMetadata.tag(of: type)
        {
            return OptionalLeaf(
                tag: tag, type: type, wrapped: leaf(for: optional.wrappedType, whole: whole), size: size(of: type))
        }
        func open<T>(_ type: T.Type) -> any DirectLeaf { TypedLeaf<T>(whole: whole) }
        return _openExistential(type, do: open)
    }

    private static func size(of type: any Any.Type) -> Int {
        func open<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
        return _openExistential(type, do: open)
    }
}

private struct TypedLeaf<T>: DirectLeaf {
    private let counting: (any DirectCount.Type)?
    private let names = CaseNames()
    private let slot: (any EnumSlotForm)?

    init(whole: Bool) {
        counting = whole ? T.self as? any DirectCount.Type : nil
        slot = whole ? EnumSlots.slot(for: T.self, names) : nil
    }

    func child(at place: UnsafeRawPointer) -> Child { Child(any: place.assumingMemoryBound(to: T.self).pointee) }

    func haveEqualBits(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
        memcmp(old, new, MemoryLayout<T>.size) == 0
    }

    func count(at place: UnsafeRawPointer) -> Int? { counting?.count(at: place) }

    func caseName(at place: UnsafeRawPointer) -> String? {
        guard let slot else { return nil }
        // A case that is met for the first time gets its name now.
        let number = slot.number(at: place)
        return names.all[number]
    }
}

private struct OptionalLeaf: DirectLeaf {
    let tag: EnumTag
    let type: any Any.Type
    let wrapped: any DirectLeaf
    let size: Int

    func child(at place: UnsafeRawPointer) -> Child {
        tag(place) == 0 ? wrapped.child(at: place) : .leaf(.null, type)
    }

    func haveEqualBits(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { memcmp(old, new, size) == 0 }

    func count(at place: UnsafeRawPointer) -> Int? { tag(place) == 0 ? wrapped.count(at: place) : nil }

    func caseName(at place: UnsafeRawPointer) -> String? { tag(place) == 0 ? wrapped.caseName(at: place) : nil }
}
