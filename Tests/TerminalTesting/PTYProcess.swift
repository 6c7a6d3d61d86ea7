internal import Foundation

/// A program on its own pseudo-terminal and in its own session, so that keys like Ctrl-C, window sizes and hanging up
/// work as on a real terminal, and the screen that a user would see.
///
/// Every wait has a deadline, after which it throws an error that shows the screen. Not thread-safe.
public final class PTYProcess {
    /// The process id of the program.
    public let pid: Int32
    /// What the user sees, as of the last wait.
    public private(set) var screen: VirtualScreen
    /// Every byte the program has written to the terminal so far.
    public private(set) var output: [UInt8] = []
    /// How the program ended, once known: the exit status, or the negative signal number.
    public private(set) var exitStatus: Int32?

    /// The default time limit of waits, long enough for a busy machine.
    public static let defaultDeadline = Duration.seconds(120)

    private let terminal: Int32
    /// The program's runtime directory, unless a test gives it another.
    private let folder: URL
    /// The path of the program's end of the terminal.
    private let path: String

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: The arguments.
    ///   - environment: Variables in addition to a minimal environment of an xterm with UTF-8, a missing home and an
    ///     empty runtime directory.
    ///   - rows: The height of the terminal.
    ///   - columns: The width of the terminal.
    ///   - isModern: What kind of terminal it is: see `VirtualScreen`.
    /// - Throws: `TerminalTestingError` (`cannotStart`).
    public init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], rows: Int = 24,
        columns: Int = 80, isModern: Bool = false
    ) throws(TerminalTestingError) {
        var terminal: Int32 = -1
        var slave: Int32 = -1
        var size = Self.size(rows: rows, columns: columns)
        var name = [CChar](repeating: 0, count: 1024)
        guard openpty(&terminal, &slave, &name, nil, &size) == 0 else {
            throw TerminalTestingError(code: .cannotStart, description: "openpty: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
        _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
        _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
        // Kept open until the child has it: the terminal hangs up when the last holder closes it.
        defer { close(slave) }
        do {
            folder = try Self.makeFolder()
            let own = ["XDG_RUNTIME_DIR": folder.path()].merging(environment) { $1 }
            pid = try spawn(executable, arguments, environment: own, terminal: name)
        } catch {
            close(terminal)
            throw error
        }
        self.terminal = terminal
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        screen = VirtualScreen(rows: rows, columns: columns, isModern: isModern)
    }

    deinit {
        defer { try? FileManager.default.removeItem(at: folder) }
        close(terminal)
        if exitStatus == nil {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
    }

    private static func makeFolder() throws(TerminalTestingError) -> URL {
        let folder = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw TerminalTestingError(code: .cannotStart, description: "cannot make \(folder.path()): \(error)")
        }
        return folder
    }

    // MARK: - Input

    /// Types a text; control characters stand for the keys that send them.
    public func send(_ text: String, deadline: Duration = defaultDeadline) throws(TerminalTestingError) {
        try send(bytes: Array(text.utf8), deadline: deadline)
    }

    /// Types bytes that may be invalid as text.
    public func send(bytes: [UInt8], deadline: Duration = defaultDeadline) throws(TerminalTestingError) {
        let end = ContinuousClock.now + deadline
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
                continue
            }
            guard written < 0, errno == EAGAIN || errno == EINTR else {
                throw failure(.notSeen, "the program does not read any more")
            }
            // The program may be waiting for its output to be read.
            guard pump(until: end, events: Int16(POLLIN | POLLOUT)) else {
                throw failure(.notSeen, "the program does not read what is typed")
            }
        }
    }

    /// Changes the window's size; the program gets SIGWINCH.
    public func resize(rows: Int, columns: Int) {
        var size = Self.size(rows: rows, columns: columns)
        screen.resize(rows: rows, columns: columns)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// Sends a signal to the program.
    public func signal(_ number: Int32) {
        kill(pid, number)
    }

    /// Whether the terminal edits and echoes lines itself, and empties its queues at Ctrl-C, as for programs that do
    /// not edit.
    public var isTerminalCooked: Bool {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return false }
        let flags = tcflag_t(ICANON | ECHO | ISIG)
        return settings.c_lflag & (flags | tcflag_t(NOFLSH)) == flags
    }

    // MARK: - Waiting

    /// Waits until the screen satisfies a condition.
    ///
    /// - Throws: `TerminalTestingError` (`notSeen`), with the screen in its text.
    public func wait(
        for expectation: String, deadline: Duration = defaultDeadline, until predicate: (VirtualScreen) -> Bool
    ) throws(TerminalTestingError) {
        let end = ContinuousClock.now + deadline
        while !predicate(screen) {
            guard pump(until: end) else { throw failure(.notSeen, "waited for \(expectation)") }
        }
    }

    /// Waits until a text is on the screen or in the scrollback.
    public func wait(forText text: String, deadline: Duration = defaultDeadline) throws(TerminalTestingError) {
        try wait(for: "the text \(text.debugDescription)", deadline: deadline) { $0.contains(text) }
    }

    /// Waits until the cursor's row has exactly this text, with the cursor after it or at the given column.
    public func wait(
        forLine line: String, cursorColumn: Int? = nil, deadline: Duration = defaultDeadline
    ) throws(TerminalTestingError) {
        let column = cursorColumn.map { " with the cursor at column \($0)" } ?? ""
        try wait(for: "the line \(line.debugDescription)\(column)", deadline: deadline) { screen in
            screen.cursorLine == line && (cursorColumn == nil || screen.cursorColumn == cursorColumn)
        }
    }

    /// Waits for a condition that changes only with the program's output.
    public func wait(
        for expectation: String, deadline: Duration = defaultDeadline, while predicate: () -> Bool
    ) throws(TerminalTestingError) {
        let end = ContinuousClock.now + deadline
        while predicate() {
            guard ContinuousClock.now < end else { throw failure(.notSeen, "waited for \(expectation)") }
            tick(until: end)
        }
    }

    /// Waits until the program's output is blocked, as this wait does not read any.
    public func waitForFullTerminal(deadline: Duration = defaultDeadline) throws(TerminalTestingError) {
        try wait(for: "a terminal that takes no more", deadline: deadline) { slave in
            var polled = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
            return poll(&polled, 1, 0) == 0
        }
    }

    /// Waits until exactly this many typed bytes are unread by the program; reads no output meanwhile.
    public func wait(
        forUnreadKeys count: Int32, deadline: Duration = defaultDeadline
    ) throws(TerminalTestingError) {
        try wait(for: "\(count) unread bytes", deadline: deadline) { slave in
            var unread: Int32 = 0
            return ioctl(slave, UInt(FIONREAD), &unread) == 0 && unread == count
        }
    }

    /// Waits for a condition that has to be polled at the program's end of the terminal.
    private func wait(
        for expectation: String, deadline: Duration, until predicate: (Int32) -> Bool
    ) throws(TerminalTestingError) {
        let end = ContinuousClock.now + deadline
        let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(slave) }
        while !predicate(slave) {
            guard ContinuousClock.now < end else { throw failure(.notSeen, "waited for \(expectation)") }
            poll(nil, 0, 1)
        }
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: The exit status, or the negative number of the signal that ended it.
    /// - Throws: `TerminalTestingError` (`stillRunning`).
    @discardableResult
    public func waitForExit(deadline: Duration = defaultDeadline) throws(TerminalTestingError) -> Int32 {
        if let exitStatus { return exitStatus }
        let end = ContinuousClock.now + deadline
        while true {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid {
                let signal = status & 0x7F
                let result = signal == 0 ? status >> 8 & 0xFF : -signal
                exitStatus = result
                drain()
                return result
            }
            guard ContinuousClock.now < end else { throw failure(.stillRunning, "the program still runs") }
            tick(until: end)
        }
    }

    /// Reads available output; returns `false` at the end, or when the program has closed the terminal.
    private func pump(until end: ContinuousClock.Instant, events: Int16 = Int16(POLLIN)) -> Bool {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return false }
        let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        var polled = pollfd(fd: terminal, events: events, revents: 0)
        let count = poll(&polled, 1, Int32(clamping: milliseconds + 1))
        guard count > 0 else { return count < 0 && errno == EINTR }
        return take() || polled.revents & Int16(POLLOUT) != 0
    }

    /// Waits a moment for output, for conditions that have to be polled.
    private func tick(until end: ContinuousClock.Instant) {
        // After the program's end there is no output to wait for: only the pause remains.
        if !pump(until: min(end, ContinuousClock.now + .milliseconds(20))) { poll(nil, 0, 10) }
    }

    private func take() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let count = read(terminal, buffer.baseAddress, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            output += buffer[..<count]
            screen.feed(buffer[..<count])
            return true
        }
    }

    private func drain() {
        var before = -1
        while before != output.count {
            before = output.count
            _ = take()
        }
    }

    private func failure(_ code: TerminalTestingError.Code, _ what: String) -> TerminalTestingError {
        TerminalTestingError(code: code, description: "\(what); the screen shows:\n\(screen.dump)")
    }

    private static func size(rows: Int, columns: Int) -> winsize {
        winsize(ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
    }
}
