/// What a test did not assert or asserted wrongly, as a test store reports it.
///
/// It fails the running test of Swift Testing or XCTest, at the line of the call, without any set-up. A test store that is
/// to do something else with its failures is made with a report:
///
///     let store = TestStore(initial: 0, report: { print($0) }) { (sum: inout Int, number: Int) in sum += number }
///
/// The product `StrobeTesting`, for test targets, links the testing libraries; `StrobeTestingCore` has the same module
/// without them, for programs.
public struct TestFailure: Error, Sendable {
    /// What happened and what to do, in several lines for people.
    public let message: String
    /// The file of the call that failed, as `#fileID` writes it.
    public let fileID: StaticString
    /// The path of that file.
    public let filePath: StaticString
    /// The line of the call, from 1.
    public let line: UInt
    /// The column of the call, from 1.
    public let column: UInt

    init(_ message: String, at place: Place) {
        self.message = message
        fileID = place.fileID
        filePath = place.filePath
        line = place.line
        column = place.column
    }

    /// The place of a call in a test.
    struct Place: Sendable {
        let fileID: StaticString
        let filePath: StaticString
        let line: UInt
        let column: UInt
    }
}

extension TestFailure: CustomStringConvertible {
    /// The place and the message, as compilers write them.
    public var description: String { "\(filePath):\(line):\(column): error: \(message)" }
}
