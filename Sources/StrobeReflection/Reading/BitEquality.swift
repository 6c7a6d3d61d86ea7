internal import StrobeSystem

/// Compares values of one type without looking into them.
struct BitEquality<T> {
    enum Verdict {
        /// The bits are equal.
        case same
        /// The bits differ, as padding and separate copies of a string do, and `==` says equal.
        case equal
        case different
        /// The bits differ, and there is no `==` to ask.
        case unknown
    }

    /// How many values that are equal though their bits differ are compared in depth, to find out whether `==` skips
    /// a part of the value.
    static var samples: Int { 64 }

    private let equality: (any EqualityTest.Type)?
    let mask: PaddingMask?

    init(trustsEquality: Bool, mask: PaddingMask? = nil) {
        self.mask = mask
        // An `==` of objects would be run while the program writes to them.
        equality =
            trustsEquality && !MutablePart.mayBe(in: T.self) ? Equality<T>.self as? any EqualityTest.Type : nil
    }

    var hasEquality: Bool { equality != nil }

    @inline(__always)
    func verdict(_ a: UnsafePointer<T>, _ b: UnsafePointer<T>) -> Verdict {
        if let mask {
            // The elements of an array take a whole stride each, which the mask covers.
            if mask.areEqual(a, b) { return .same }
        } else if memcmp(a, b, MemoryLayout<T>.size) == 0 {
            return .same
        }
        guard let equality else { return Bits.areEqualWithoutPadding(a, b) ? .same : .unknown }
        return equality.areEqual(a, b) ? .equal : .different
    }
}

/// Equality of values by their bits.
enum Bits {
    /// Whether two values have equal bits, as two have that share their buffer.
    static func areIdentical<T>(_ a: T, _ b: T) -> Bool {
        withUnsafePointer(to: a) { x in withUnsafePointer(to: b) { y in memcmp(x, y, MemoryLayout<T>.size) == 0 } }
    }

    /// Whether two values have equal bits, apart from padding where copies leave it out.
    static func areEqual<A, B>(_ a: A, _ b: B) -> Bool {
        guard A.self == B.self else { return false }
        return withUnsafePointer(to: a) { x in
            withUnsafePointer(to: b) { y in
                if memcmp(x, y, MemoryLayout<A>.size) == 0 { return true }
                return areEqualWithoutPadding(x, UnsafeRawPointer(y).assumingMemoryBound(to: A.self))
            }
        }
    }

    /// Whether copies of two values have equal bits.
    ///
    /// A copy leaves bytes alone that mean nothing; made in cleared memory, copies of equal values are equal there too.
    static func areEqualWithoutPadding<T>(_ a: UnsafePointer<T>, _ b: UnsafePointer<T>) -> Bool {
        let size = MemoryLayout<T>.size
        return withUnsafeTemporaryAllocation(
            byteCount: 2 * MemoryLayout<T>.stride, alignment: MemoryLayout<T>.alignment
        ) { memory in
            guard let start = memory.baseAddress else { return true }
            memset(start, 0, memory.count)
            let x = start.bindMemory(to: T.self, capacity: 2)
            x.initialize(to: a.pointee)
            (x + 1).initialize(to: b.pointee)
            defer { x.deinitialize(count: 2) }
            return memcmp(x, x + 1, size) == 0
        }
    }
}

/// `==` of a type that is not known to have it.
private protocol EqualityTest {
    static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool
}

private enum Equality<T> {}

extension Equality: EqualityTest where T: Equatable {
    static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
        a.assumingMemoryBound(to: T.self).pointee == b.assumingMemoryBound(to: T.self).pointee
    }
}

/// `id` of a type that is not known to have it.
protocol IdentityTest {
    static func id(_ value: UnsafeRawPointer) -> AnyHashable
}

enum Identity<T> {}

extension Identity: IdentityTest where T: Identifiable {
    static func id(_ value: UnsafeRawPointer) -> AnyHashable {
        AnyHashable(value.assumingMemoryBound(to: T.self).pointee.id)
    }
}
