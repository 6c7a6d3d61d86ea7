internal import Strobe

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension TestFailure {
    private static let hasFailed = Protected(false)

    /// Reports a failure by default: it is printed on standard error, and the process ends with status 1, whatever
    /// becomes of its other tests.
    ///
    /// No failure is lost that way, but the testing library does not know which test failed.
    public static func printAndFail(_ failure: TestFailure) {
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        if isFirst {
            atexit {
                fflush(nil)
                _exit(1)
            }
        }
        let text = Array("\(failure)\n".utf8)
        _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
