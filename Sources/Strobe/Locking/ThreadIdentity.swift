#if canImport(Glibc)
    public import Glibc
#elseif canImport(Darwin)
    public import Darwin
#endif

/// A number that distinguishes the running threads; never 0.
@inlinable @inline(__always)
func currentThread() -> UInt {
    #if canImport(Glibc)
        pthread_self()
    #elseif canImport(Darwin)
        UInt(bitPattern: pthread_self())
    #endif
}
