package import Foundation

/// Writes a program that can be started: a script.
///
/// Another process writes it: what has a file open for writing keeps it from being started, and that has each child that
/// another thread starts here, until its own program begins.
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
