#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A sanitizer that a program may be built with (`swift test --sanitize=...`), for tests that it affects.
public enum Sanitizer: String, CaseIterable, Sendable {
    case address, thread

    /// The one that this program was built with, if any.
    public static let present = allCases.first { sanitizer in
        #if canImport(Darwin)
            let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
        #else
            let everywhere = UnsafeMutableRawPointer?.none
        #endif
        return dlsym(everywhere, sanitizer == .address ? "__asan_init" : "__tsan_init") != nil
    }
}
