/// What a test did not assert or asserted wrongly, as a test store reports it.
///
/// A test store knows no testing library, so that a program that links it needs none. A test target says once how
/// failures reach its library, for Swift Testing so:
///
///     func record(_ failure: TestFailure) {
///         Issue.record(
///             "\(failure.message)",
///             sourceLocation: SourceLocation(
///                 fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
///                 column: Int(failure.column)))
///     }
///
/// and for XCTest so:
///
///     func record(_ failure: TestFailure) {
///         XCTFail(failure.message, file: failure.filePath, line: failure.line)
///     }
///
/// and makes its test stores with it: `TestStore(initial: 0, report: record) { … }`.
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
