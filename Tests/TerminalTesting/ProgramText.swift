package import Foundation

/// Writes a program that can be started: a script.
///
/// Another process writes it. No file can be started while any process has it open for writing, and every child that
/// another thread starts here inherits the open files for a moment.
///
/// - Throws: `ProgramRun.Failure`, or the errors of `Process` and `FileHandle`.
package func writeProgram(_ text: String, at file: URL) throws {
    let shell = Process()
    let input = Pipe()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "cat >\"$0\" && chmod 755 \"$0\"", file.path(percentEncoded: false)]
    shell.standardInput = input
    try shell.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw ProgramRun.Failure(description: "cannot write \(file.path())") }
}
