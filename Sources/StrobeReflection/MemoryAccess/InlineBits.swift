/// The bits of a value that refers to nothing: values with equal bits are equal.
package struct InlineBits: Hashable, Sendable {
    private var words = SIMD4<UInt64>()

    /// Whether the bits of a type's values are all there is to them, and fit.
    package static func describe<T>(_ type: T.Type) -> Bool {
        _isPOD(type) && MemoryLayout<T>.size <= MemoryLayout<SIMD4<UInt64>>.size && !MutablePart.mayBe(in: type)
    }

    /// Takes the bits of a value of a type that they describe.
    package init<T>(of value: T) {
        withUnsafeMutableBytes(of: &words) { words in
            withUnsafeBytes(of: value) { words.copyMemory(from: $0) }
        }
    }

    /// A number below a power of two that differs for most bits.
    package func slot(of count: Int) -> Int {
        var mixed = words[0] ^ words[1] &* 3 ^ words[2] &* 5 ^ words[3] &* 7
        mixed = (mixed ^ mixed &>> 29) &* 0xBF58_476D_1CE4_E5B9
        return Int(truncatingIfNeeded: mixed &>> 40) & (count &- 1)
    }
}
