internal import StrobeSystem
internal import StrobeTransport

/// A command that serves one client on its standard streams; started anew for each connection.
public struct CommandSubject: Subject {
    /// The program and its arguments.
    public let command: [String]
    public let transport = SubjectTransport.stdio
    public let token: String? = nil

    /// Creates a subject.
    ///
    /// - Parameter command: The program, looked up in `PATH` unless it contains a slash, and its arguments.
    public init(command: [String]) {
        self.command = command
    }

    public func open() async throws(ConformanceError) -> OpenedLine {
        do {
            let child = try await ChildProcess.launch(command: command, errorOutput: .discarded)
            return OpenedLine(
                child.connection, close: { await child.terminate() }, askForEnd: { child.signal(SIGTERM) })
        } catch {
            throw ConformanceError(.cannotOpen, error.message)
        }
    }
}
