#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The default fault handler.
enum FaultReport {
    /// Writes a fault to standard error.
    static func print(_ error: StoreError) {
        let line = Array("Strobe: \(error.message)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
