/// Reads which case of an enum a value is, by the function that the compiler makes for every enum.
///
/// A look-up costs a few nanoseconds, where `Mirror` takes a microsecond. Metadata and value witnesses are laid out as
/// Swift's ABI fixes them: "TypeMetadata.rst" in the documentation of the Swift compiler, and
/// `swift/ABI/ValueWitness.def` and `swift/ABI/MetadataValues.h` in its sources.
package struct EnumTag {
    private typealias Function = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

    private typealias Projection = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    private static let hasEnumWitnesses: UInt32 = 0x20_0000

    private let metadata: UnsafeRawPointer
    private let function: Function
    private let projection: Projection

    /// Makes a reader for values of an enum or optional; `nil` if another language laid it out.
    init?(_ type: any Any.Type) {
        let word = MemoryLayout<Int>.size
        metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let witnesses = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
        // Eight functions, size, stride, and then two numbers of four bytes.
        let flags = witnesses.load(fromByteOffset: 10 * word, as: UInt32.self)
        guard flags & Self.hasEnumWitnesses != 0 else { return nil }
        let address = witnesses.load(fromByteOffset: 10 * word + 8, as: UnsafeRawPointer.self)
        function = unsafeBitCast(address, to: Function.self)
        let next = witnesses.load(fromByteOffset: 11 * word + 8, as: UnsafeRawPointer.self)
        projection = unsafeBitCast(next, to: Projection.self)
    }

    /// The place of the current case among the declared ones: those with payloads come first.
    ///
    /// - Parameter value: A value of the type.
    @inline(__always)
    package func callAsFunction(_ value: UnsafeRawPointer) -> Int {
        Int(function(value, metadata))
    }

    /// Turns a value into its payload, which begins where the value begins.
    ///
    /// - Parameter value: The bits of a value with a payload, which are no value any more afterwards.
    func project(_ value: UnsafeMutableRawPointer) { projection(value, metadata) }
}
