import StrobeTesting
import Testing

/// Hands what a test store reports to the testing library.
func record(_ failure: TestFailure) {
    Issue.record(
        "\(failure.message)",
        sourceLocation: SourceLocation(
            fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
            column: Int(failure.column)))
}
