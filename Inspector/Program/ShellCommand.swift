import StrobeSystem
import Synchronization

/// A command of the shell that reads what is written to it, and has the terminal.
final class ShellCommand: Sendable {
    private struct State {
        var pending: [[UInt8]] = []
        var isWriting = false
        var isBroken = false
        /// Continues when everything is written.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let pid: pid_t
    private let input: CInt
    private let state = Mutex(State())

    /// Starts `/bin/sh -c`.
    ///
    /// - Parameters:
    ///   - text: The command, as typed.
    ///   - defaults: Environment variables that are set if absent.
    /// - Throws: ``InspectorError`` (`failed`) if no process can be started.
    init(_ text: String, defaults: [String: String] = [:]) throws(InspectorError) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure(errno) }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
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
        if ends[0] != STDIN_FILENO { posix_spawn_file_actions_addclose(&actions, ends[0]) }
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
        var pid: pid_t = 0
        let status = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, &variables)
        guard status == 0 else {
            close(ends[1])
            throw Self.failure(status)
        }
        (self.pid, input) = (pid, ends[1])
    }

    /// Whether the command no longer reads.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Writes bytes in the background.
    func write(_ bytes: [UInt8]) {
        let mustStart = state.withLock { state in
            guard !state.isBroken else { return false }
            state.pending.append(bytes)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // A thread of its own: the command may read nothing for hours.
        if mustStart, !SystemThread.start(name: "pipe", { self.writePending() }) { writePending() }
    }

    private func writePending() {
        while true {
            let bytes = state.withLock { state -> [UInt8]? in
                guard let first = state.pending.first, !state.isBroken else {
                    state.isWriting = false
                    return nil
                }
                state.pending.removeFirst()
                return first
            }
            guard let bytes else { break }
            guard !bytes.withUnsafeBytes({ SystemFile.write($0, to: input) }) else { continue }
            state.withLock { state in
                state.isBroken = true
                state.pending = []
            }
        }
        state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }?.resume()
    }

    /// Ends its input after all that was written, and waits for its end.
    ///
    /// - Returns: Its exit code; above 128 if a signal ended it.
    func finish() async -> Int {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                guard state.isWriting else { return true }
                state.waiter = continuation
                return false
            }
            if isDone { continuation.resume() }
        }
        close(input)
        let pid = pid
        return await withCheckedContinuation { continuation in
            let wait: @Sendable () -> Void = {
                var status: CInt = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7f
                continuation.resume(returning: Int(signal == 0 ? (status >> 8) & 0xff : 128 + signal))
            }
            if !SystemThread.start(name: "wait", wait) { wait() }
        }
    }

    private static func failure(_ number: CInt) -> InspectorError {
        InspectorError(.failed, "No program can be started: \(SystemError.text(number)).")
    }
}
