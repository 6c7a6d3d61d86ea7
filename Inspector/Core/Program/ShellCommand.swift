package import LineEditing
import StrobeSystem

/// A command of the shell that reads what is written to it, and has the terminal until it ends.
package final class ShellCommand: Sendable {
    private struct State: Sendable {
        var pending: [[UInt8]] = []
        var pendingBytes = 0
        var isWriting = false
        var isBroken = false
        /// Whether its process id is no longer its own.
        var hasEnded = false
    }

    /// The bytes from which ``waitForRoom()`` waits.
    private static let limit = 4 << 20

    private let pid: pid_t
    private let input: CInt
    private let editor: LineEditor?
    private let state = AsyncCondition(State())

    /// Starts `/bin/sh -c`.
    ///
    /// - Parameters:
    ///   - text: The command, as typed.
    ///   - defaults: Environment variables that are set if absent.
    ///   - editor: The editor whose terminal it gets.
    /// - Throws: ``InspectorError`` (`failed`) if no process can be started.
    package init(_ text: String, defaults: [String: String] = [:], terminalOf editor: LineEditor?)
        throws(InspectorError)
    {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #else
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        // What is ignored or caught here is not for the command.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let environment = ProcessInfo.processInfo.environment.merging(defaults) { own, _ in own }
        var arguments: [UnsafeMutablePointer<CChar>?] = []
        for text in ["/bin/sh", "-c", text] { arguments.append(strdup(text)) }
        var variables: [UnsafeMutablePointer<CChar>?] = []
        for (name, value) in environment { variables.append(strdup("\(name)=\(value)")) }
        arguments.append(nil)
        variables.append(nil)
        defer { for pointer in arguments + variables { free(pointer) } }
        // Before it starts: the modes of the terminal are still those of before.
        editor?.lendTerminal()
        var pid: pid_t = 0
        let status = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, &variables)
        guard status == 0 else {
            editor?.takeTerminalBack()
            close(ends[1])
            throw Self.failure(status)
        }
        (self.pid, input, self.editor) = (pid, ends[1], editor)
    }

    /// Whether the command no longer reads.
    package var isBroken: Bool { state.read { $0.isBroken } }

    /// Writes bytes in the background.
    package func write(_ bytes: [UInt8]) {
        let mustStart = state.update { state in
            guard !state.isBroken else { return false }
            state.pending.append(bytes)
            state.pendingBytes += bytes.count
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // A thread of its own: the command may read nothing for hours.
        if mustStart, !SystemThread.start(name: "pipe", { self.writePending() }) { writePending() }
    }

    /// Waits while much of what was written is not read yet.
    package func waitForRoom() async {
        _ = await state.wait { $0.isBroken || $0.pendingBytes < Self.limit ? true : nil }
    }

    private func writePending() {
        while true {
            let bytes = state.update { state -> [UInt8]? in
                guard let first = state.pending.first, !state.isBroken else {
                    state.isWriting = false
                    return nil
                }
                state.pending.removeFirst()
                state.pendingBytes -= first.count
                return first
            }
            guard let bytes else { return }
            guard !bytes.withUnsafeBytes({ SystemFile.write($0, to: input) }) else { continue }
            state.update { state in
                state.isBroken = true
                (state.pending, state.pendingBytes) = ([], 0)
            }
        }
    }

    /// Ends its input after all that was written, waits for its end and takes the terminal back.
    ///
    /// Ctrl-C is for the command alone meanwhile; if this process is to end, so is the command.
    ///
    /// - Returns: Its exit code; above 128 if a signal ended it.
    package func finish() async -> Int {
        editor?.leaveInterrupts()
        return await withTaskCancellationHandler {
            _ = await state.wait(isCancellable: false) { $0.isWriting ? nil : true }
            close(input)
            let code = await withCheckedContinuation { continuation in
                let wait: @Sendable () -> Void = { continuation.resume(returning: self.collect()) }
                if !SystemThread.start(name: "wait", wait) { wait() }
            }
            editor?.takeTerminalBack()
            return code
        } onCancel: {
            state.read { if !$0.hasEnded { kill(pid, SIGTERM) } }
        }
    }

    /// Waits until it has ended, and collects it under the lock under which it is signalled.
    private func collect() -> Int {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.update { state in
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            state.hasEnded = true
            let signal = status & 0x7f
            return Int(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
        }
    }

    private static func failure(_ number: CInt) -> InspectorError {
        InspectorError(.failed, "No program can be started: \(SystemError.text(number)).")
    }
}
