internal import StrobeSystem
internal import StrobeTree

/// Finds what values of one type refer to on the heap.
class HeapSizer {
    /// The bytes of a value that its references are in.
    let size: Int

    init(size: Int) {
        self.size = size
    }

    /// Measures what a value refers to.
    func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {}

    /// Measures what some values side by side refer to.
    final func measure(_ values: UnsafeRawPointer, count: Int, stride: Int, _ total: inout HeapTotal) {
        for index in 0..<count { measure(values + index * stride, &total) }
    }

    /// Measures what a value refers to and another one does not.
    func measure(_ value: UnsafeRawPointer, beyond other: UnsafeRawPointer, _ total: inout HeapTotal) {
        guard !isSame(value, other) else { return }
        total.passOver { measure(other, &$0) }
        measure(value, &total)
    }

    /// Whether two values refer to the same for sure.
    func isSame(_ value: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
        memcmp(value, other, size) == 0
    }

    /// The first word of a value: for collections the address of their storage.
    @inline(__always)
    static func word(_ value: UnsafeRawPointer) -> UInt { value.load(as: UInt.self) }
}

/// A type that brings its own sizer.
protocol HeapSizable {
    static func makeHeapSizer(_ all: HeapSizers) -> HeapSizer
}

/// The sizers of the types that were met.
final class HeapSizers {
    private var known: [ObjectIdentifier: HeapSizer?] = [:]

    /// The sizer of a type; `nil` if its values never refer to the heap.
    func sizer(for type: any Any.Type) -> HeapSizer? {
        let id = ObjectIdentifier(type)
        if let known = known[id] { return known }
        // A type that is met again within itself is looked up once it is known.
        known[id] = DeferredSizer(type, self)
        let new = make(type)
        known[id] = .some(new)
        return new
    }

    private func make(_ type: any Any.Type) -> HeapSizer? {
        if let type = type as? any HeapSizable.Type { return type.makeHeapSizer(self) }
        func open<T>(_ type: T.Type) -> HeapSizer? {
            if _isPOD(type) { return nil }
            return switch TypeMetadata.kind(of: type) {
            case .structure: structure(type)
            case .tuple: tuple(type)
            case .enumeration: enumeration(type)
            case .object: ObjectSizer(self)
            case .existential: ExistentialSizer<T>(self)
            case .optional: optional(type)
            case .function, .metatype, .constrainedExistential, .foreign, .other: nil
            }
        }
        return _openExistential(type, do: open)
    }

    private func structure<T>(_ type: T.Type) -> HeapSizer? {
        guard let places = TypeMetadata.places(of: type),
            !places.contains(where: { $0.field.type == nil && !$0.field.isUnowned })
        else { return MirrorSizer<T>(self) }
        return parts(places)
    }

    private func optional<T>(_ type: T.Type) -> HeapSizer? {
        guard let form = type as? any OptionalForm.Type, let wrapped = sizer(for: form.wrappedType) else {
            return nil
        }
        guard let tag = TypeMetadata.tag(of: type) else { return MirrorSizer<T>(self) }
        return OptionalSizer(tag, wrapped, size: MemoryLayout<T>.size)
    }

    private func tuple<T>(_ type: T.Type) -> HeapSizer? {
        TypeMetadata.places(of: type).flatMap(parts)
    }

    /// The sizer of a value that is made of parts; `nil` if none of them refers to the heap.
    private func parts(_ places: [(field: DeclaredField, offset: Int)]) -> HeapSizer? {
        let parts = places.compactMap { field, offset in
            field.type.flatMap { sizer(for: $0) }.map { PartsSizer.Part(offset: offset, sizer: $0) }
        }
        return parts.isEmpty ? nil : PartsSizer(parts)
    }

    private func enumeration<T>(_ type: T.Type) -> HeapSizer? {
        guard let tag = TypeMetadata.tag(of: type), let cases = TypeMetadata.fields(of: type) else {
            return MirrorSizer<T>(self)
        }
        guard !cases.contains(where: \.isIndirect) else { return MirrorSizer<T>(self, isBoxed: true) }
        let payloads = cases.map { $0.type.flatMap { sizer(for: $0) } }
        guard payloads.contains(where: { $0 != nil }) else { return nil }
        return EnumSizer(tag, payloads, size: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    }
}
