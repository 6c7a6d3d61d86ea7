internal import StrobeSystem
internal import StrobeTree

/// Arrays: one block for all elements, and what each refers to.
final class ListSizer<List: RandomAccessCollection & HeapSizableList>: HeapSizer {
    private let element: HeapSizer?

    init(_ all: HeapSizers) {
        element = all.sizer(for: List.Element.self)
        super.init(size: MemoryLayout<List>.size)
    }

    /// How many pairs of elements that differ are compared one by one.
    private static var pairs: Int { 64 }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let list = value.assumingMemoryBound(to: List.self).pointee
        guard meet(list, at: HeapSizer.word(value), &total), let element else { return }
        list.withUnsafeBufferPointer { elements in
            Self.measure(elements, from: 0, upTo: elements.count, element, &total)
        }
    }

    override func measure(_ value: UnsafeRawPointer, beyond other: UnsafeRawPointer, _ total: inout HeapTotal) {
        guard !isSame(value, other) else { return }
        let list = value.assumingMemoryBound(to: List.self).pointee
        let old = other.assumingMemoryBound(to: List.self).pointee
        guard HeapSizer.word(value) != HeapSizer.word(other), meet(list, at: HeapSizer.word(value), &total), let element
        else { return }
        list.withUnsafeBufferPointer { new in
            old.withUnsafeBufferPointer { old in
                Self.measure(new, beyond: old, element, &total)
            }
        }
    }

    /// Counts the block; whether that is to be looked into.
    private func meet(_ list: List, at address: UInt, _ total: inout HeapTotal) -> Bool {
        guard list.capacityInBytes > 0 else { return false }
        return total.meet(address, size: 4 * MemoryLayout<Int>.size + list.capacityInBytes)
    }

    private static func measure(
        _ elements: UnsafeBufferPointer<List.Element>, from start: Int, upTo end: Int, _ element: HeapSizer,
        _ total: inout HeapTotal
    ) {
        guard start < end, let base = elements.baseAddress else { return }
        let step = total.stride(forCount: end - start)
        guard step > 1 else {
            for index in start..<end { element.measure(base + index, &total) }
            return
        }
        let before = total.bytes
        for index in Swift.stride(from: start, to: end, by: step) { element.measure(base + index, &total) }
        total.bytes += (total.bytes - before) * (step - 1)
    }

    private static func measure(
        _ new: UnsafeBufferPointer<List.Element>, beyond old: UnsafeBufferPointer<List.Element>, _ element: HeapSizer,
        _ total: inout HeapTotal
    ) {
        guard let base = new.baseAddress, let oldBase = old.baseAddress else {
            return measure(new, from: 0, upTo: new.count, element, &total)
        }
        // Most are the same bit by bit, except for the padding between their parts.
        let mask = PaddingMask.of(new)
        func areSame(_ a: UnsafePointer<List.Element>, _ b: UnsafePointer<List.Element>) -> Bool {
            if let mask { return mask.areEqual(a, b) || element.isSame(a, b) }
            return memcmp(a, b, MemoryLayout<List.Element>.size) == 0 || element.isSame(a, b)
        }
        let common = min(new.count, old.count)
        var start = 0
        while start < common, areSame(base + start, oldBase + start) { start += 1 }
        var tail = 0
        while tail < common - start, areSame(base + (new.count - 1 - tail), oldBase + (old.count - 1 - tail)) {
            tail += 1
        }
        if new.count == old.count {
            var different: [Int] = []
            for index in start..<new.count - tail where !areSame(base + index, oldBase + index) {
                different.append(index)
                if different.count > pairs { break }
            }
            if different.count <= pairs {
                for index in different { element.measure(base + index, beyond: oldBase + index, &total) }
                return
            }
        }
        // Elements may have moved: whatever any of the old ones refers to is not counted.
        total.passOver { measure(old, from: start, upTo: old.count - tail, element, &$0) }
        measure(new, from: start, upTo: new.count - tail, element, &total)
    }
}

/// An array, as far as its memory is concerned.
protocol HeapSizableList<Element>: HeapSizable {
    associatedtype Element
    /// The bytes of its elements and the room for more; 0 where there is no block.
    var capacityInBytes: Int { get }
    func withUnsafeBufferPointer<R, E: Error>(_ body: (UnsafeBufferPointer<Element>) throws(E) -> R) throws(E) -> R
}

extension HeapSizableList where Self: RandomAccessCollection {
    static func makeHeapSizer(_ all: HeapSizers) -> HeapSizer { ListSizer<Self>(all) }
}

extension Array: HeapSizableList {
    var capacityInBytes: Int { capacity * MemoryLayout<Element>.stride }
}

extension ContiguousArray: HeapSizableList {
    var capacityInBytes: Int { capacity * MemoryLayout<Element>.stride }
}

extension ArraySlice: HeapSizableList {
    var capacityInBytes: Int { count * MemoryLayout<Element>.stride }
}

/// Dictionaries and sets: one block with a table of places, the keys and the values.
final class TableSizer<Table: Sequence & HeapSizableTable>: HeapSizer {
    private let element: HeapSizer?

    init(_ all: HeapSizers) {
        element = all.sizer(for: Table.Element.self)
        super.init(size: MemoryLayout<Table>.size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let table = value.assumingMemoryBound(to: Table.self).pointee
        guard table.capacity > 0, total.meet(HeapSizer.word(value), size: Self.size(of: table)), let element else {
            return
        }
        // In the order of hashes: the first ones are as good a sample as any.
        let step = total.stride(forCount: table.count)
        var left = (table.count + step - 1) / step
        let before = total.bytes
        for entry in table {
            withUnsafePointer(to: entry) { element.measure($0, &total) }
            left -= 1
            if left == 0 { break }
        }
        total.bytes += (total.bytes - before) * (step - 1)
    }

    /// The load factor is three quarters, the number of places a power of two, and each has a bit that says whether it is taken.
    private static func size(of table: Table) -> Int {
        let word = MemoryLayout<Int>.size
        var places = 2
        while places <= table.capacity { places *= 2 }
        return table.headerSize + max(1, places / (8 * word)) * word + places * table.placeSize
    }
}

/// A dictionary or a set, as far as its memory is concerned.
protocol HeapSizableTable<Element>: HeapSizable {
    associatedtype Element
    var count: Int { get }
    var capacity: Int { get }
    /// The bytes before the table.
    var headerSize: Int { get }
    /// The bytes of one place.
    var placeSize: Int { get }
}

extension HeapSizableTable where Self: Sequence {
    static func makeHeapSizer(_ all: HeapSizers) -> HeapSizer { TableSizer<Self>(all) }
}

extension Dictionary: HeapSizableTable {
    var headerSize: Int { 64 }
    var placeSize: Int { MemoryLayout<Key>.stride + MemoryLayout<Value>.stride }
}

extension Set: HeapSizableTable {
    var headerSize: Int { 56 }
    var placeSize: Int { MemoryLayout<Element>.stride }
}

/// Optionals: what is wrapped, which begins where the optional begins.
final class OptionalSizer: HeapSizer {
    private let tag: EnumTag
    private let wrapped: HeapSizer

    init(_ tag: EnumTag, _ wrapped: HeapSizer, size: Int) {
        self.tag = tag
        self.wrapped = wrapped
        super.init(size: size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        if tag(value) == 0 { wrapped.measure(value, &total) }
    }

    override func measure(_ value: UnsafeRawPointer, beyond other: UnsafeRawPointer, _ total: inout HeapTotal) {
        guard tag(value) == 0 else { return }
        if tag(other) == 0 { wrapped.measure(value, beyond: other, &total) } else { wrapped.measure(value, &total) }
    }
}

/// Strings of more than 15 bytes have storage; that literals have none on the heap is not seen.
final class StringSizer: HeapSizer {
    init() {
        super.init(size: MemoryLayout<String>.size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let count = value.assumingMemoryBound(to: String.self).pointee.utf8.count
        guard count > 15 else { return }
        // Copies have the same second word, which is not looked into.
        let identity = value.load(fromByteOffset: MemoryLayout<Int>.size, as: UInt.self)
        _ = total.meet(identity, size: 32 + count)
    }
}

/// Bytes of more than 14 have storage.
final class DataSizer: HeapSizer {
    init() {
        super.init(size: MemoryLayout<Data>.size)
    }

    override func measure(_ value: UnsafeRawPointer, _ total: inout HeapTotal) {
        let data = value.assumingMemoryBound(to: Data.self).pointee
        guard data.count > 14 else { return }
        data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // An object of some words has the address of the bytes.
            if total.meet(UInt(bitPattern: start), size: bytes.count) { total.bytes += 96 }
        }
    }
}

extension String: HeapSizable {
    static func makeHeapSizer(_ all: HeapSizers) -> HeapSizer { StringSizer() }
}

extension Data: HeapSizable {
    static func makeHeapSizer(_ all: HeapSizers) -> HeapSizer { DataSizer() }
}
