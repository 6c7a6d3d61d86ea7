import StrobeTesting
import Testing
import XCTest

/// The examples of how failures reach a testing library; they are in the documentation of `TestFailure`.
@Suite("Examples of failures")
struct FailureExamples {
    private struct ForSwiftTesting {
        func record(_ failure: TestFailure) {
            Issue.record(
                "\(failure.message)",
                sourceLocation: SourceLocation(
                    fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
                    column: Int(failure.column)))
        }
    }

    private struct ForXCTest {
        func record(_ failure: TestFailure) {
            XCTFail(failure.message, file: failure.filePath, line: failure.line)
        }
    }

    @Test("a failure is an issue of the running test, at the call that failed")
    func swiftTesting() async {
        let line = #line + 3
        await withKnownIssue {
            let store = TestStore(initial: 0, report: ForSwiftTesting().record) { (sum: inout Int, _: Int) in sum += 1 }
            await store.send(1)
            await store.finish()
        } matching: { issue in
            issue.sourceLocation?.line == line
        }
    }

    @Test("a test store takes a report that fails an XCTest")
    func xcTest() async {
        let store = TestStore(initial: 0, report: ForXCTest().record) { (sum: inout Int, _: Int) in sum += 1 }
        await store.send(1) { $0 = 1 }
        await store.finish()
    }
}
