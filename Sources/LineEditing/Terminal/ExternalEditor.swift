internal import CLibedit
internal import StrobeSystem
internal import Synchronization

/// Edits a text in the user's own editor.
enum ExternalEditor {
    enum Outcome: Sendable {
        case text(String)
        /// Nothing is changed, and why.
        case failure(String)
        /// This process was asked to end, and the editor with it.
        case terminated
    }

    /// The command of `$VISUAL`, otherwise of `$EDITOR`, otherwise vi: as for git, a text for the shell, which may have
    /// arguments; the path of the file is not in it.
    static var command: String {
        let environment = ProcessInfo.processInfo.environment
        for name in ["VISUAL", "EDITOR"] {
            if let value = environment[name], value.contains(where: { !$0.isWhitespace }) { return value }
        }
        return "vi"
    }

    /// Lets the user edit a text; the terminal is the editor's meanwhile.
    ///
    /// - Parameter limit: The most bytes that are read back.
    static func edit(_ text: String, limit: Int, input: Int32, output: Int32, signals: SignalSource?) -> Outcome {
        let folder = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let suffix = ".strobe"
        guard let path = strdup("\(folder)/strobe-XXXXXX\(suffix)") else { return .failure("no memory is left") }
        defer { free(path) }
        // For this user alone, with a name that nobody had.
        let descriptor = mkstemps(path, Int32(suffix.utf8.count))
        guard descriptor >= 0 else { return .failure("no file can be made in \(folder): \(SystemError.text())") }
        let file = String(cString: path)
        defer { unlink(file) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var content = text + "\n"
        let isWritten = content.withUTF8 { SystemFile.write(UnsafeRawBufferPointer($0), to: descriptor) }
        guard close(descriptor) == 0, isWritten else { return .failure("\(file): \(SystemError.text())") }

        let command = command
        let process = cle_shell_start(script(command), file, input, output)
        guard process > 0 else { return .failure("\(command) cannot be started: \(SystemError.text())") }
        let (status, isTerminated) = wait(for: process, signals)
        cle_shell_ended(input)
        if isTerminated { return .terminated }
        guard status == 0 else {
            // Whatever screen it has left behind.
            if status > 128 {
                _ = "\u{1B}[?1049l\u{1B}[?25h\u{1B}[0m\r\n".withCString { write(output, $0, strlen($0)) }
            }
            return .failure(
                status > 128 ? "\(command) was ended by signal \(status - 128)" : "\(command) ended with \(status)")
        }
        return read(file, limit)
    }

    /// What the shell runs: the editor in its place, so that signals are for the editor alone; but not where that would be
    /// a command of several parts.
    private static func script(_ command: String) -> String {
        let isSimple = !command.contains { "=;|&<>(){}\n".contains($0) }
        return isSimple ? "exec \(command) \"$@\"" : "trap : INT; \(command) \"$@\""
    }

    /// Waits for the editor, which is ended when this process is to end.
    private static func wait(for process: Int32, _ signals: SignalSource?) -> (status: Int32, isTerminated: Bool) {
        guard let signals, let end = try? WakePipe() else { return (cle_shell_wait(process), false) }
        let status = ExitStatus()
        let isWatched = SystemThread.start(name: "editor-end") {
            let ended = cle_shell_wait(process)
            status.value.withLock { $0 = ended }
            end.wake()
        }
        guard isWatched else { return (cle_shell_wait(process), false) }
        var isTerminated = false
        while true {
            let ready = cle_wait(end.readEnd, signals.descriptor, -1, -1)
            if ready > 0, ready & Int32(CLE_READY_FIRST) != 0 { return (status.value.withLock { $0 }, isTerminated) }
            guard ready > 0, signals.take().contains(.terminate) else { continue }
            isTerminated = true
            kill(process, SIGTERM)
        }
    }

    private static func read(_ file: String, _ limit: Int) -> Outcome {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure("\(file): \(SystemError.text())") }
        defer { close(descriptor) }
        guard let bytes = SystemFile.read(descriptor, upTo: limit + 1) else {
            return .failure("\(file): \(SystemError.text())")
        }
        guard bytes.count <= limit else { return .failure("the text is longer than \(limit) bytes") }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .failure("the text is not UTF-8") }
        return .text(text.asTyped)
    }
}

private final class ExitStatus: Sendable {
    let value = Mutex<Int32>(0)
}
