internal import StrobeSystem

/// A process of this machine, as far as the system shows it to this user.
public struct RunningProcess: Sendable, Hashable {
    /// The process id.
    public let pid: Int32
    /// The name of its program, truncated by the system (15 bytes on Linux, 16 on Darwin).
    public let name: String
    /// Its effective user id.
    public let uid: UInt32
    /// Its start time, as reported by ``ProcessStart``: the id may later belong to another process.
    public let startedAt: Int64
    /// Its id in its own pid namespace, if that is not the one of this process.
    public let containedID: Int32?
    /// The signals with handlers: signal `n` is bit `n - 1`.
    private let caughtSignals: UInt64

    /// Looks a process up.
    ///
    /// - Parameter pid: The process id.
    /// - Returns: `nil` if no process has that id, or the system does not show it to this user.
    public init?(pid: Int32) {
        guard pid > 0, let start = ProcessStart.microseconds(of: pid) else { return nil }
        startedAt = start
        self.pid = pid
        #if canImport(Glibc)
            guard let status = ProcessStart.contents("/proc/\(pid)/status") else { return nil }
            var fields: [Substring: Substring] = [:]
            for line in status.split(separator: "\n") {
                guard let colon = line.firstIndex(of: ":") else { continue }
                fields[line[..<colon]] = line[line.index(after: colon)...].drop { $0 == "\t" || $0 == " " }
            }
            let users = (fields["Uid"] ?? "").split { $0 == "\t" || $0 == " " }
            guard users.count > 1, let uid = UInt32(users[1]),
                let caught = fields["SigCgt"].flatMap({ UInt64($0.suffix(16), radix: 16) })
            else { return nil }
            self.uid = uid
            caughtSignals = caught
            name = String(fields["Name"] ?? "?")
            let ids = (fields["NSpid"] ?? "").split { $0 == "\t" || $0 == " " }
            containedID = ids.count > 1 ? ids.last.flatMap { Int32($0) } : nil
        #else
            var query: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, pid]
            var info = kinfo_proc()
            var size = MemoryLayout<kinfo_proc>.stride
            guard sysctl(&query, UInt32(query.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
            uid = info.kp_eproc.e_ucred.cr_uid
            containedID = nil
            caughtSignals = UInt64(info.kp_proc.p_sigcatch)
            name = withUnsafeBytes(of: &info.kp_proc.p_comm) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        #endif
    }

    /// Whether the process had a handler for a signal when it was looked up, so that the signal does not end it.
    public func catches(_ signal: Int32) -> Bool {
        (1...64).contains(signal) && caughtSignals & (1 << UInt64(signal - 1)) != 0
    }

    /// Sends a signal, if it is still the same process and still handles the signal.
    ///
    /// - Throws: `cannotConnect` if it is not, or the system does not allow it.
    public func send(_ signal: Int32) throws(TransportError) {
        guard let now = RunningProcess(pid: pid), abs(now.startedAt - startedAt) < 2_000_000 else {
            throw TransportError(.cannotConnect, "The process \(pid) has ended. Start it again.")
        }
        guard now.catches(signal) else {
            throw TransportError(
                .cannotConnect, "\(name) (\(pid)) does not handle the signal \(signal), which could end it.")
        }
        guard kill(pid, signal) == 0 else {
            let number = errno
            throw TransportError(
                .cannotConnect,
                "Cannot send a signal to \(name) (\(pid)): \(SystemError.text(number)). It may belong to another user.",
                errorNumber: number)
        }
    }
}
