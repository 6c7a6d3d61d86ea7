internal import Foundation
internal import StrobeTesting
internal import Synchronization
internal import Testing
internal import XCTest

/// Makes failures of test stores failures of the running test, in whichever testing library it runs.
///
/// Called when the program is loaded, so that a test target needs no set-up of its own.
@_cdecl("strobe_begin_test_reporting")
public func beginTestReporting() {
    XCTestObservationCenter.shared.addTestObserver(RunningTestCases.shared)
    TestFailure.setDefaultReport { failure in
        if Test.current != nil {
            Issue.record(
                "\(failure.message)",
                sourceLocation: SourceLocation(
                    fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
                    column: Int(failure.column)))
        } else if RunningTestCases.count.withLock({ $0 }) > 0 {
            XCTFail(failure.message, file: failure.filePath, line: failure.line)
        } else {
            // Outside of all tests, as in a detached task: neither library would count it.
            TestFailure.printAndFail(failure)
        }
    }
}

/// Counts the test cases of XCTest that run: outside of them, `XCTFail` has no effect.
private final class RunningTestCases: NSObject, XCTestObservation, Sendable {
    static let shared = RunningTestCases()
    static let count = Mutex(0)

    func testCaseWillStart(_ testCase: XCTestCase) {
        Self.count.withLock { $0 += 1 }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        Self.count.withLock { $0 -= 1 }
    }
}
