import Strobe
import StrobeTesting
import Testing
import XCTest

@Suite("Failures of test stores")
struct ReportingTests {
    @Test("fail the running test at the line of the call, without any set-up")
    func swiftTesting() async {
        let line = #line + 3
        await withKnownIssue {
            let store = TestStore(initial: 0) { (sum: inout Int, _: Int) in sum += 1 }
            await store.send(1)
            await store.finish()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "ReportingTests.swift"
                && issue.comments.first?.rawValue.contains("is 1") == true
        }
    }

    @Test("fail it as well where the store ends without finish, in another function")
    func unfinished() async {
        func use(_ store: TestStore<Int, Int, Never>) async { await store.send(1) { $0 = 1 } }
        let line = #line - 1
        await withKnownIssue {
            await use(TestStore(initial: 0) { (sum: inout Int, _: Int) in sum += 1 })
        } matching: { issue in
            issue.sourceLocation?.line == line
        }
    }

    @Test("outside of all tests are printed, and the process ends with status 1, after the other tests")
    func outside() async {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            await Task.detached {
                let store = TestStore(initial: 0) { (count: inout Int, step: Int) in count += step }
                await store.send(1)
                await store.send(2)
                await store.finish()
            }.value
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("ReportingTests.swift:"))
        #expect(text.contains("error: send(1) changed the state, but the test describes no change:"))
        #expect(text.contains("error: send(2) changed the state, but the test describes no change:"))
    }
}

/// Run by XCTest.
final class ReportingXCTests: XCTestCase {
    private let expected = Log<Int>()
    private let reported = Log<Int>()

    func testFailuresFailTheRunningTestAtTheLineOfTheCall() async {
        let store = TestStore(initial: 0) { (sum: inout Int, _: Int) in sum += 1 }
        expected.add(#line + 1)
        await store.send(1)
        await store.send(1) { $0 = 2 }
        expected.add(#line + 1)
        await store.send(1) { $0 = 4 }
        await store.finish()
        XCTAssertEqual(reported.all, expected.all)
    }

    // What is expected to fail is no failure.
    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            let line = issue.sourceCodeContext.location?.lineNumber ?? 0
            if expected.all.contains(line) { reported.add(line) } else { super.record(issue) }
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            if filePath == "\(#filePath)", self.expected.all.contains(lineNumber) {
                reported.add(lineNumber)
            } else {
                super.recordFailure(
                    withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
            }
        }
    #endif
}
