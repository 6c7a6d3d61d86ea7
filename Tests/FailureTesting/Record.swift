public import StrobeTesting
import Testing

/// Reports a failure of a test store to the running test, at the location of the failed call.
public func record(_ failure: TestFailure) {
    Issue.record(
        "\(failure.message)",
        sourceLocation: SourceLocation(
            fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
            column: Int(failure.column)))
}
