#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the system's allocator says of its blocks.
enum Allocator {
    private typealias SizeFunction = @convention(c) (UnsafeMutableRawPointer?) -> Int
    private typealias ImageFunction = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

    // Both are looked up by name: Glibc's module leaves them out.
    private static let sizeOfBlock: SizeFunction? = function("malloc_usable_size") ?? function("malloc_size")
    private static let image: ImageFunction? = function("dladdr")

    private static func function<Function>(_ name: String) -> Function? {
        #if canImport(Darwin)
            let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
        #else
            let everywhere: UnsafeMutableRawPointer? = nil
        #endif
        return dlsym(everywhere, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// The memory that is taken for a number of bytes.
    static func blockSize(for size: Int) -> Int {
        guard size > 0 else { return 0 }
        #if canImport(Darwin)
            return malloc_good_size(size)
        #else
            // A word before each block, sixteen bytes at a time; large ones are pages of their own.
            return size < 128 << 10 ? max(32, (size + 8 + 15) & ~15) : (size + 16 + 4_095) & ~4_095
        #endif
    }

    /// The bytes of a block that is on the heap for sure.
    static func heapSize(at address: UInt) -> Int {
        sizeOfBlock?(UnsafeMutableRawPointer(bitPattern: address)) ?? 0
    }

    /// The bytes of an object; one that is part of a program's image has none on the heap.
    static func objectSize(at address: UInt) -> Int {
        guard let image else { return 0 }
        return withUnsafeTemporaryAllocation(of: UInt.self, capacity: 4) { info in
            image(UnsafeRawPointer(bitPattern: address), info.baseAddress) == 0 ? heapSize(at: address) : 0
        }
    }
}
