internal import StrobeTree
internal import Foundation

/// Finds what values of one type refer to on the heap.
class Weigher {
    /// The bytes of a value that its references are in.
    let size: Int

    init(size: Int) {
        self.size = size
    }

    /// Weighs what a value refers to.
    func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {}

    /// Weighs what some values side by side refer to.
    final func weigh(_ values: UnsafeRawPointer, count: Int, stride: Int, _ weight: inout Weight) {
        for index in 0..<count { weigh(values + index * stride, &weight) }
    }

    /// Weighs what a value refers to and another one does not.
    func weigh(_ value: UnsafeRawPointer, beyond other: UnsafeRawPointer, _ weight: inout Weight) {
        guard !isSame(value, other) else { return }
        weight.passOver { weigh(other, &$0) }
        weigh(value, &weight)
    }

    /// Whether two values refer to the same for sure.
    func isSame(_ value: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
        memcmp(value, other, size) == 0
    }

    /// The first word of a value: for collections the address of their storage.
    @inline(__always)
    static func word(_ value: UnsafeRawPointer) -> UInt { value.load(as: UInt.self) }
}

/// A type that brings its own weigher.
protocol Weighable {
    static func makeWeigher(_ all: Weighers) -> Weigher
}

/// The weighers of the types that were met.
final class Weighers {
    private var known: [ObjectIdentifier: Weigher?] = [:]

    /// The weigher of a type; `nil` where its values never refer to the heap.
    func weigher(for type: any Any.Type) -> Weigher? {
        let id = ObjectIdentifier(type)
        if let known = known[id] { return known }
        // A type that is met again within itself is looked up once it is known.
        known[id] = DeferredWeigher(type, self)
        let new = make(type)
        known[id] = .some(new)
        return new
    }

    private func make(_ type: any Any.Type) -> Weigher? {
        if let type = type as? any Weighable.Type { return type.makeWeigher(self) }
        func open<T>(_ type: T.Type) -> Weigher? {
            if _isPOD(type) { return nil }
            return switch TypeMetadata.kind(of: type) {
            case .structure: structure(type)
            case .tuple: tuple(type)
            case .enumeration: enumeration(type)
            case .object: ObjectWeigher(self)
            case .existential: ExistentialWeigher<T>(self)
            case .optional: optional(type)
            case .function, .metatype, .constrainedExistential, .foreign, .other: nil
            }
        }
        return _openExistential(type, do: open)
    }

    private func structure<T>(_ type: T.Type) -> Weigher? {
        guard let places = TypeMetadata.places(of: type),
            !places.contains(where: { $0.field.type == nil && !$0.field.isUnowned })
        else { return MirrorWeigher<T>(self) }
        return parts(places)
    }

    private func optional<T>(_ type: T.Type) -> Weigher? {
        guard let form = type as? any OptionalForm.Type, let wrapped = weigher(for: form.wrappedType) else {
            return nil
        }
        guard let tag = TypeMetadata.tag(of: type) else { return MirrorWeigher<T>(self) }
        return OptionalWeigher(tag, wrapped, size: MemoryLayout<T>.size)
    }

    private func tuple<T>(_ type: T.Type) -> Weigher? {
        TypeMetadata.places(of: type).flatMap(parts)
    }

    /// The weigher of a value that is made of parts; `nil` where none of them refers to the heap.
    private func parts(_ places: [(field: DeclaredField, offset: Int)]) -> Weigher? {
        let parts = places.compactMap { field, offset in
            field.type.flatMap { weigher(for: $0) }.map { PartsWeigher.Part(offset: offset, weigher: $0) }
        }
        return parts.isEmpty ? nil : PartsWeigher(parts)
    }

    private func enumeration<T>(_ type: T.Type) -> Weigher? {
        guard let tag = TypeMetadata.tag(of: type), let cases = TypeMetadata.fields(of: type) else {
            return MirrorWeigher<T>(self)
        }
        guard !cases.contains(where: \.isIndirect) else { return MirrorWeigher<T>(self, isBoxed: true) }
        let payloads = cases.map { $0.type.flatMap { weigher(for: $0) } }
        guard payloads.contains(where: { $0 != nil }) else { return nil }
        return EnumWeigher(tag, payloads, size: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    }
}
