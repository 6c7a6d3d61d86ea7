internal import Foundation
internal import StrobeTree

/// A placeholder for the weigher of a type that contains itself.
final class DeferredWeigher: Weigher {
    private let type: any Any.Type
    private unowned let all: Weighers

    init(_ type: any Any.Type, _ all: Weighers) {
        self.type = type
        self.all = all
        func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
        super.init(size: _openExistential(type, do: size))
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        guard weight.depth < Weight.depthLimit, let weigher = all.weigher(for: type), weigher !== self else { return }
        weight.depth += 1
        weigher.weigh(value, &weight)
        weight.depth -= 1
    }
}

/// Structs and tuples: those of their parts that refer to the heap.
final class PartsWeigher: Weigher {
    struct Part {
        var offset: Int
        var weigher: Weigher
    }

    private let parts: [Part]

    init(_ parts: [Part]) {
        self.parts = parts
        super.init(size: parts.map { $0.offset + $0.weigher.size }.max() ?? 0)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        for part in parts { part.weigher.weigh(value + part.offset, &weight) }
    }

    override func weigh(_ value: UnsafeRawPointer, beyond other: UnsafeRawPointer, _ weight: inout Weight) {
        for part in parts { part.weigher.weigh(value + part.offset, beyond: other + part.offset, &weight) }
    }

    override func isSame(_ value: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
        for part in parts where !part.weigher.isSame(value + part.offset, other + part.offset) { return false }
        return true
    }
}

/// Enums: the payload of the present case.
final class EnumWeigher: Weigher {
    private let tag: EnumTag
    /// What weighs the payload of each case; `nil` where that refers to nothing.
    private let payloads: [Weigher?]
    private let alignment: Int

    init(_ tag: EnumTag, _ payloads: [Weigher?], size: Int, alignment: Int) {
        self.tag = tag
        self.payloads = payloads
        self.alignment = alignment
        super.init(size: size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        let index = tag(value)
        guard index < payloads.count, let payload = payloads[index] else { return }
        // The bits of the payload may be mixed with those of the tag; they are separated in a copy that owns nothing.
        withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { bits in
            guard let start = bits.baseAddress else { return }
            start.copyMemory(from: value, byteCount: size)
            tag.project(start)
            payload.weigh(UnsafeRawPointer(start), &weight)
        }
    }
}

/// Objects: about their own memory, and what they refer to where none of it can change.
final class ObjectWeigher: Weigher {
    /// What an object of a few properties takes.
    private static let objectSize = 48
    private unowned let all: Weighers

    init(_ all: Weighers) {
        self.all = all
        super.init(size: MemoryLayout<Int>.size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        let object = value.assumingMemoryBound(to: AnyObject.self).pointee
        guard weight.meet(UInt(bitPattern: ObjectIdentifier(object)), size: Self.objectSize), isImmutable(object) else {
            return
        }
        weight.descend { weight in
            var mirror: Mirror? = Mirror(reflecting: object)
            while let level = mirror {
                for child in level.children { all.weigh(any: child.value, &weight) }
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
final class ExistentialWeigher<Value>: Weigher {
    private unowned let all: Weighers

    init(_ all: Weighers) {
        self.all = all
        super.init(size: MemoryLayout<Value>.size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        let value = value.assumingMemoryBound(to: Value.self).pointee
        // Errors are always in a box; any other has three words.
        let place = Value.self == (any Error).self ? 0 : 3 * MemoryLayout<Int>.size
        weight.descend { all.weigh(any: value, inPlaceOf: place, &$0) }
    }
}

/// What can only be taken apart by its mirror, such as enums that are on the heap.
final class MirrorWeigher<Value>: Weigher {
    private unowned let all: Weighers
    /// How many bytes of a payload are in the value itself.
    private let place: Int

    init(_ all: Weighers, isBoxed: Bool = false) {
        self.all = all
        place = isBoxed ? 0 : .max
        super.init(size: MemoryLayout<Value>.size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        guard !ObjectAccess.isClosed(Value.self),
            !(Value.self is any CustomReflectable.Type) || TypeMetadata.isOptional(Value.self)
        else { return }
        let value = value.assumingMemoryBound(to: Value.self).pointee
        weight.descend { weight in
            for child in Mirror(reflecting: value).children { all.weigh(any: child.value, inPlaceOf: place, &weight) }
        }
    }
}

extension Weighers {
    func weigh<T>(_ value: T, _ weight: inout Weight) {
        guard let weigher = weigher(for: T.self) else { return }
        withUnsafePointer(to: value) { weigher.weigh($0, &weight) }
    }

    /// Weighs a value by its own type.
    ///
    /// - Parameter size: How large a place there is for it; a larger one is in a box.
    func weigh(any value: Any, inPlaceOf size: Int = .max, _ weight: inout Weight) {
        func open<T>(_ type: T.Type) {
            // Two words before the value.
            if MemoryLayout<T>.size > size { weight.count(MemoryLayout<T>.size + 2 * MemoryLayout<Int>.size) }
            if let value = value as? T { weigh(value, &weight) }
        }
        // The value itself may be opened as what is behind a protocol once more; its type is that of what is there.
        _openExistential(Swift.type(of: value), do: open)
    }
}
