internal import NIOCore
internal import NIOPosix
internal import StrobeSystem
internal import Synchronization

/// Waits for a child process on its own thread and reports how it ended.
///
/// The process is collected under the same lock under which signals are sent, so that no signal ever goes to another
/// process that has got the same id.
final class Reaper: Sendable {
    private typealias Status = ChildProcess.ExitStatus

    private struct Waiter {
        var continuation: CheckedContinuation<Status?, Never>
        var timer: Scheduled<Void>?

        func resume(_ status: Status?) {
            timer?.cancel()
            continuation.resume(returning: status)
        }
    }

    private struct State {
        var status: Status?
        var tickets: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]

        mutating func newTicket() -> UInt64 {
            tickets += 1
            return tickets
        }
    }

    let pid: pid_t
    private let ownGroup: Bool
    private let state = Mutex(State())

    /// Starts to wait.
    ///
    /// - Parameter ownGroup: Whether the process leads a process group.
    init(_ pid: pid_t, ownGroup: Bool) {
        self.pid = pid
        self.ownGroup = ownGroup
        SystemThread.start(name: "strobe.child") { self.run() }
    }

    func signal(_ number: Int32) {
        state.withLock { state in
            guard state.status == nil else { return }
            // There may be no member of the group that may be signalled; the process itself always may.
            if ownGroup, kill(-pid, number) == 0 { return }
            _ = kill(pid, number)
        }
    }

    /// Waits for the end of the process.
    func wait() async -> ChildProcess.ExitStatus {
        await withCheckedContinuation { enter($0, state.withLock { $0.newTicket() }, within: nil) } ?? .unknown
    }

    /// Waits for the end of the process; `nil` after a time limit or if the task is cancelled.
    func wait(within time: Duration) async -> ChildProcess.ExitStatus? {
        let ticket = state.withLock { $0.newTicket() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { enter($0, ticket, within: time) }
        } onCancel: {
            giveUp(ticket)
        }
    }

    private func enter(_ continuation: CheckedContinuation<Status?, Never>, _ ticket: UInt64, within time: Duration?) {
        // Resumed outside of the lock: see `LineInbox`.
        let answer = state.withLock { state -> Status?? in
            if let status = state.status { return .some(status) }
            guard let time else {
                state.waiters[ticket] = Waiter(continuation: continuation)
                return nil
            }
            if Task.isCancelled { return .some(nil) }
            let timer = Transport.group.next().scheduleTask(in: .nanoseconds(time.wholeNanoseconds)) {
                self.giveUp(ticket)
            }
            state.waiters[ticket] = Waiter(continuation: continuation, timer: timer)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func giveUp(_ ticket: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume(nil)
    }

    private func run() {
        // Waits without collecting: until the lock is held, the id must not be reused.
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let (status, waiters) = state.withLock { state in
            var raw: CInt = 0
            var collected = waitpid(pid, &raw, 0)
            while collected < 0, errno == EINTR { collected = waitpid(pid, &raw, 0) }
            let status: Status =
                if collected != pid {
                    .unknown
                } else if raw & 0x7f == 0 {
                    .exited((raw >> 8) & 0xff)
                } else {
                    .signalled(raw & 0x7f)
                }
            state.status = status
            defer { state.waiters = [:] }
            return (status, state.waiters.values)
        }
        for waiter in waiters { waiter.resume(status) }
    }
}
