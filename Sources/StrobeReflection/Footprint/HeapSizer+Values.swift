internal import StrobeSystem
internal import StrobeTree

/// A placeholder for the sizer of a type that contains itself.
final class DeferredSizer: HeapSizer {
    private let type: any Any.Type
    private unowned let all: HeapSizers

    init(_ type: any Any.Type, _ all: HeapSizers) {
        self.type = type
        self.all = all
        func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
        super.init(size: _openExistential(type, do: size))
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        guard total.depth < HeapTotal.depthLimit, let sizer = all.sizer(for: type), sizer !== self else { return }
        total.depth += 1
        sizer.measure(value, &total)
        total.depth -= 1
    }
}

/// Structs and tuples: those of their parts that refer to the heap.
final class PartsSizer: HeapSizer {
    struct Part {
        var offset: Int
        var sizer: HeapSizer
    }

    private let parts: [Part]

    init(_ parts: [Part]) {
        self.parts = parts
        super.init(size: parts.map { $0.offset + $0.sizer.size }.max() ?? 0)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        for part in parts { part.sizer.measure(value + part.offset, &total) }
    }

    override func measure(_ value: UnsafeRawPointer, beyond other: UnsafeRawPointer, _ total: inout HeapTotal) {
        for part in parts { part.sizer.measure(value + part.offset, beyond: other + part.offset, &total) }
    }

    override func isSame(_ value: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
        for part in parts where !part.sizer.isSame(value + part.offset, other + part.offset) { return false }
        return true
    }
}

/// Enums: the payload of the current case.
final class EnumSizer: HeapSizer {
    private let tag: EnumTag
    /// What measures the payload of each case; `nil` if that refers to nothing.
    private let payloads: [HeapSizer?]
    private let alignment: Int

    init(_ tag: EnumTag, _ payloads: [HeapSizer?], size: Int, alignment: Int) {
        self.tag = tag
        self.payloads = payloads
        self.alignment = alignment
        super.init(size: size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let index = tag(value)
        guard index < payloads.count, let payload = payloads[index] else { return }
        // The bits of the payload may be mixed with those of the tag; they are separated in a copy that owns nothing.
        withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { bits in
            guard let start = bits.baseAddress else { return }
            start.copyMemory(from: value, byteCount: size)
            tag.project(start)
            payload.measure(UnsafeRawPointer(start), &total)
        }
    }
}

/// Objects: about their own memory, and what they refer to where none of it can change.
final class ObjectSizer: HeapSizer {
    /// What an object of a few properties takes.
    private static let objectSize = 48
    private unowned let all: HeapSizers

    init(_ all: HeapSizers) {
        self.all = all
        super.init(size: MemoryLayout<Int>.size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let object = value.assumingMemoryBound(to: AnyObject.self).pointee
        guard total.meet(UInt(bitPattern: ObjectIdentifier(object)), size: Self.objectSize), isImmutable(object) else {
            return
        }
        total.descend { total in
            var mirror: Mirror? = Mirror(reflecting: object)
            while let level = mirror {
                for child in level.children { all.measure(any: child.value, &total) }
                mirror = level.superclassMirror
            }
        }
    }

    /// Whether nothing in it can change, and its mirror is the plain one.
    private func isImmutable(_ object: AnyObject) -> Bool {
        !ObjectAccess.isClosed(Swift.type(of: object)) && !(object is any CustomReflectable)
            && !(object is any InspectableObject)
    }
}

/// Values behind protocols, and `Any`: the value that is there, and a box where it does not fit.
final class ExistentialSizer<Value>: HeapSizer {
    private unowned let all: HeapSizers

    init(_ all: HeapSizers) {
        self.all = all
        super.init(size: MemoryLayout<Value>.size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let value = value.assumingMemoryBound(to: Value.self).pointee
        // Errors are always in a box; any other has three words.
        let place = Value.self == (any Error).self ? 0 : 3 * MemoryLayout<Int>.size
        total.descend { all.measure(any: value, inPlaceOf: place, &$0) }
    }
}

/// What can only be taken apart by its mirror, such as enums that are on the heap.
final class MirrorSizer<Value>: HeapSizer {
    private unowned let all: HeapSizers
    /// How many bytes of a payload are in the value itself.
    private let place: Int

    init(_ all: HeapSizers, isBoxed: Bool = false) {
        self.all = all
        place = isBoxed ? 0 : .max
        super.init(size: MemoryLayout<Value>.size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        guard !ObjectAccess.isClosed(Value.self),
            !(Value.self is any CustomReflectable.Type) || TypeMetadata.isOptional(Value.self)
        else { return }
        let value = value.assumingMemoryBound(to: Value.self).pointee
        total.descend { total in
            for child in Mirror(reflecting: value).children { all.measure(any: child.value, inPlaceOf: place, &total) }
        }
    }
}

extension HeapSizers {
    func measure<T>(_ value: T, _ total: inout HeapTotal) {
        guard let sizer = sizer(for: T.self) else { return }
        withUnsafePointer(to: value) { sizer.measure($0, &total) }
    }

    /// Measures a value by its own type.
    ///
    /// - Parameter size: How large a place there is for it; a larger one is in a box.
    func measure(any value: Any, inPlaceOf size: Int = .max, _ total: inout HeapTotal) {
        func open<T>(_ type: T.Type) {
            // Two words before the value.
            if MemoryLayout<T>.size > size { total.count(MemoryLayout<T>.size + 2 * MemoryLayout<Int>.size) }
            if let value = value as? T { measure(value, &total) }
        }
        // The value itself may be opened as what is behind a protocol again; its type is that of what is there.
        _openExistential(Swift.type(of: value), do: open)
    }
}
