internal import Foundation

/// Stands for the weigher of a type that is met within itself.
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
    struct Payload {
        var type: (any Any.Type)?
        /// Whether it is on the heap.
        var isBoxed: Bool
        var weigher: Weigher?
    }

    private let tag: EnumTag
    private let payloads: [Payload]
    private let alignment: Int

    init(_ tag: EnumTag, _ payloads: [Payload], size: Int, alignment: Int) {
        self.tag = tag
        self.payloads = payloads
        self.alignment = alignment
        super.init(size: size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        let index = tag(value)
        guard index < payloads.count, payloads[index].isBoxed || payloads[index].weigher != nil else { return }
        // The bits of the payload may be mixed with those that tell the case; they are set apart in a copy that owns nothing.
        withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { bits in
            guard let start = bits.baseAddress else { return }
            start.copyMemory(from: value, byteCount: size)
            tag.project(start)
            weigh(payloads[index], UnsafeRawPointer(start), &weight)
        }
    }

    private func weigh(_ payload: Payload, _ place: UnsafeRawPointer, _ weight: inout Weight) {
        guard payload.isBoxed else {
            payload.weigher?.weigh(place, &weight)
            return
        }
        let box = Weigher.word(place)
        guard weight.meet(box, size: Allocator.objectSize(at: box)), let weigher = payload.weigher,
            weight.depth < Weight.depthLimit, let object = UnsafeRawPointer(bitPattern: box), let type = payload.type
        else { return }
        func mask<T>(_ type: T.Type) -> Int { MemoryLayout<T>.alignment - 1 }
        let mask = _openExistential(type, do: mask)
        weight.depth += 1
        weigher.weigh(object + ((2 * MemoryLayout<Int>.size + mask) & ~mask), &weight)
        weight.depth -= 1
    }
}

/// Objects: their own memory, and what they refer to where none of it can change.
final class ObjectWeigher: Weigher {
    private unowned let all: Weighers

    init(_ all: Weighers) {
        self.all = all
        super.init(size: MemoryLayout<Int>.size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        let address = Weigher.word(value)
        // The low bits are no part of an address: a weak or tagged reference is left alone.
        guard address != 0, address & 7 == 0, address >> 56 == 0,
            weight.meet(address, size: Allocator.objectSize(at: address)), weight.depth < Weight.depthLimit
        else { return }
        let object = value.assumingMemoryBound(to: AnyObject.self).pointee
        guard isImmutable(object) else { return }
        weight.depth += 1
        var mirror: Mirror? = Mirror(reflecting: object)
        while let level = mirror {
            for child in level.children { all.weigh(any: child.value, &weight) }
            mirror = level.superclassMirror
        }
        weight.depth -= 1
    }

    /// Whether nothing in it can change, and its mirror is the plain one.
    private func isImmutable(_ object: AnyObject) -> Bool {
        !ObjectAccess.isClosed(Swift.type(of: object)) && !(object is any CustomReflectable)
            && !(object is any InspectableObject)
    }
}

/// Values behind protocols, and `Any`: the value that is there, and its box where it does not fit.
final class ExistentialWeigher: Weigher {
    private unowned let all: Weighers
    private let holdsObject: Bool

    init(_ type: any Any.Type, size: Int, _ all: Weighers) {
        self.all = all
        holdsObject = !DeclaredFields.isOpaqueExistential(type)
        super.init(size: size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        guard !holdsObject else {
            // An object, or the box of an error.
            let address = Weigher.word(value)
            if address & 7 == 0 { _ = weight.meet(address, size: Allocator.objectSize(at: address)) }
            return
        }
        // Three words for the value or its box, then its type.
        let type = value.load(fromByteOffset: 3 * MemoryLayout<Int>.size, as: Any.Type.self)
        guard let mask = DeclaredFields.boxAlignmentMask(of: type) else {
            all.weigher(for: type)?.weigh(value, &weight)
            return
        }
        let box = Weigher.word(value)
        guard weight.meet(box, size: Allocator.objectSize(at: box)), weight.depth < Weight.depthLimit,
            let object = UnsafeRawPointer(bitPattern: box), let weigher = all.weigher(for: type)
        else { return }
        weight.depth += 1
        weigher.weigh(object + ((2 * MemoryLayout<Int>.size + mask) & ~mask), &weight)
        weight.depth -= 1
    }
}

/// What can only be taken apart by its mirror.
final class MirrorWeigher<Value>: Weigher {
    private unowned let all: Weighers

    init(_ all: Weighers) {
        self.all = all
        super.init(size: MemoryLayout<Value>.size)
    }

    override func weigh(_ value: UnsafeRawPointer, _ weight: inout Weight) {
        guard weight.depth < Weight.depthLimit, !ObjectAccess.isClosed(Value.self) else { return }
        let mirror = Mirror(reflecting: value.assumingMemoryBound(to: Value.self).pointee)
        weight.depth += 1
        for child in mirror.children { all.weigh(any: child.value, &weight) }
        weight.depth -= 1
    }
}

extension Weighers {
    func weigh<T>(_ value: T, _ weight: inout Weight) {
        guard let weigher = weigher(for: T.self) else { return }
        withUnsafePointer(to: value) { weigher.weigh($0, &weight) }
    }

    /// Weighs a value by its own type.
    func weigh(any value: Any, _ weight: inout Weight) {
        func open<T>(_ value: T) { weigh(value, &weight) }
        _openExistential(value, do: open)
    }
}
