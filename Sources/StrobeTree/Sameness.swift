internal import Foundation

/// Compares values of one type without looking into them.
struct Sameness<T> {
    enum Verdict {
        /// The bits are equal.
        case same
        /// The bits differ, as padding and separate copies of a string do, and `==` says equal.
        case equal
        case different
        /// The bits differ, and there is no `==` to ask.
        case unknown
    }

    /// How many values that are equal though their bits differ are compared in depth, to find out whether `==` passes over
    /// a part of the value.
    static var samples: Int { 64 }

    private let equality: (any EqualityTest.Type)?

    init(trustsEquality: Bool) {
        equality = trustsEquality ? Equality<T>.self as? any EqualityTest.Type : nil
    }

    var hasEquality: Bool { equality != nil }

    @inline(__always)
    func verdict(_ a: UnsafePointer<T>, _ b: UnsafePointer<T>) -> Verdict {
        if memcmp(a, b, MemoryLayout<T>.size) == 0 { return .same }
        guard let equality else { return .unknown }
        return equality.areEqual(a, b) ? .equal : .different
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
