internal import StrobeSystem

/// Waits for a child process on its own thread and reports how it ended.
///
/// The process is collected under the same lock under which signals are sent, so that no signal ever goes to another
/// process that has got the same id.
final class Reaper: Sendable {
    private typealias Status = ChildProcess.ExitStatus

    let pid: pid_t
    private let ownGroup: Bool
    private let status = AsyncCondition<Status?>(nil)

    /// Starts to wait.
    ///
    /// - Parameter ownGroup: Whether the process leads a process group.
    init(_ pid: pid_t, ownGroup: Bool) {
        self.pid = pid
        self.ownGroup = ownGroup
        guard !SystemThread.start(name: "strobe.child", { self.run() }) else { return }
        // No thread can be made: nobody will know how it ended.
        status.update { $0 = .unknown }
    }

    func signal(_ number: Int32) {
        status.read { status in
            guard status == nil else { return }
            // There may be no member of the group that may be signalled; the process itself always may.
            if ownGroup, kill(-pid, number) == 0 { return }
            _ = kill(pid, number)
        }
    }

    /// Waits for the end of the process.
    func wait() async -> ChildProcess.ExitStatus {
        await status.wait(isCancellable: false) { $0 } ?? .unknown
    }

    /// Waits for the end of the process; `nil` after a time limit or if the task is cancelled.
    func wait(within time: Duration) async -> ChildProcess.ExitStatus? {
        await status.wait(within: time) { $0 }
    }

    private func run() {
        // Waits without collecting: until the lock is held, the id must not be reused.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        status.update { status in
            var raw: CInt = 0
            var collected = waitpid(pid, &raw, 0)
            while collected < 0, errno == EINTR { collected = waitpid(pid, &raw, 0) }
            status =
                if collected != pid {
                    .unknown
                } else if raw & 0x7f == 0 {
                    .exited((raw >> 8) & 0xff)
                } else {
                    .signalled(raw & 0x7f)
                }
        }
    }
}
