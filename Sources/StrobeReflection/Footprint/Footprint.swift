/// About how many bytes values hold in memory: in themselves, and in everything on the heap that they refer to.
///
/// An estimate by what types and counts say; the allocator is not asked. What several values share is counted once: a buffer of
/// an array that is not written to since it was copied, the storage of a string, an object. Types are taken apart once, by what
/// the compiler recorded about them; measuring a value then takes some ten nanoseconds for each part that refers to the heap,
/// and nothing for those that do not.
///
///     let footprint = Footprint()
///     let first = footprint.bytes(of: shop)
///     let second = footprint.bytes(of: later, beyond: shop)  // what is kept in memory for `later` alone
///
/// A walk ends after about a quarter of a million parts; the rest of longer arrays is estimated from samples, the rest of indirect
/// enums is left out. Not seen are what closures capture, memory behind pointers, and what objects with variables refer to: those
/// may change while they are examined.
///
/// Not for two threads at a time.
public final class Footprint {
    private let sizers = HeapSizers()

    /// Creates one without known types.
    public init() {}

    /// The bytes of a value and everything it refers to.
    ///
    /// - Complexity: O(*n*) in the parts that refer to the heap; arrays of numbers and the like take one step.
    public func bytes<T>(of value: T) -> Int {
        MemoryLayout<T>.size + heapBytes(of: CollectionOfOne(value))
    }

    /// The bytes of a value and everything it refers to, less what another one refers to as well.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - other: What is in memory anyhow; most often the value before some changes.
    /// - Complexity: As `bytes(of:)`, and for arrays a comparison of their elements' bits.
    public func bytes<T>(of value: T, beyond other: T) -> Int {
        guard let sizer = sizers.sizer(for: T.self) else { return MemoryLayout<T>.size }
        var total = HeapTotal()
        withUnsafePointer(to: value) { value in
            withUnsafePointer(to: other) { other in sizer.measure(value, beyond: other, &total) }
        }
        return MemoryLayout<T>.size + total.bytes
    }

    /// The bytes on the heap that some values refer to; what several of them share counts once.
    public func heapBytes<T>(of values: some Sequence<T>) -> Int {
        guard let sizer = sizers.sizer(for: T.self) else { return 0 }
        var total = HeapTotal()
        for value in values { withUnsafePointer(to: value) { sizer.measure($0, &total) } }
        return total.bytes
    }

    /// The same for values side by side in memory: of many small ones, as a log has them, a few nanoseconds each.
    public func heapBytes<T>(of values: UnsafeBufferPointer<T>) -> Int {
        guard let start = values.baseAddress, let sizer = sizers.sizer(for: T.self) else { return 0 }
        var total = HeapTotal()
        sizer.measure(UnsafeRawPointer(start), count: values.count, stride: MemoryLayout<T>.stride, &total)
        return total.bytes
    }

    /// Whether values of a type may refer to the heap.
    public func mayReferToHeap<T>(_ type: T.Type) -> Bool { sizers.sizer(for: type) != nil }
}

extension Footprint {
    /// The bytes of a value and everything it refers to.
    public static func bytes<T>(of value: T) -> Int { Footprint().bytes(of: value) }

    /// The bytes of a value and everything it refers to, less what another one refers to as well.
    public static func bytes<T>(of value: T, beyond other: T) -> Int { Footprint().bytes(of: value, beyond: other) }
}
