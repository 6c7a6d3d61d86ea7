internal import Strobe

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension TestFailure {
    private static let defaultReport = Protected<@Sendable (TestFailure) -> Void>(printAndFail)
    private static let hasFailed = Protected(false)

    /// Reports a failure to the running test of Swift Testing or XCTest, at the line of the call that failed.
    ///
    /// In a program without a testing library, and outside of all tests, it is printed on standard error, and the process
    /// ends with status 1, whatever becomes of its other tests: no failure is lost.
    public static func report(_ failure: TestFailure) {
        defaultReport.withLock { $0 }(failure)
    }

    /// Sets what `report(_:)` does in a program that has a testing library.
    package static func setDefaultReport(_ report: @escaping @Sendable (TestFailure) -> Void) {
        defaultReport.withLock { $0 = report }
    }

    /// Prints a failure, and lets the process end with status 1.
    package static func printAndFail(_ failure: TestFailure) {
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
