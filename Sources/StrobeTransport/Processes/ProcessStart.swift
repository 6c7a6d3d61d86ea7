internal import StrobeSystem

/// The start times of processes: together with the id, they distinguish a process from a later one with the same id.
public enum ProcessStart {
    /// Returns when a process started, as reported by the system.
    ///
    /// - Parameter pid: The process id.
    /// - Returns: Microseconds since 1970-01-01T00:00:00Z, or `nil` if there is no such process. On Linux the value is
    ///   computed from the clock ticks in `/proc/PID/stat` and the boot time, and may differ by a second between two
    ///   calls if the clock is set.
    public static func microseconds(of pid: Int32) -> Int64? {
        #if canImport(Glibc)
            guard let stat = contents("/proc/\(pid)/stat"), let ticks = ticks(in: stat),
                let system = contents("/proc/stat"), let boot = bootSeconds(in: system)
            else { return nil }
            let perSecond = Int64(sysconf(CInt(_SC_CLK_TCK)))
            guard perSecond > 0 else { return nil }
            return boot * 1_000_000 + ticks * 1_000_000 / perSecond
        #else
            var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, pid]
            var info = kinfo_proc()
            var size = MemoryLayout<kinfo_proc>.stride
            guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
            let start = info.kp_proc.p_starttime
            return Int64(start.tv_sec) * 1_000_000 + Int64(start.tv_usec)
        #endif
    }

    /// The pid namespace of this process, in which process ids have their meaning; `nil` where there are none.
    package static var namespace: String? {
        #if canImport(Glibc)
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        #else
            nil
        #endif
    }

    #if canImport(Glibc)
        /// The 22nd field of `/proc/PID/stat`; the second, a name in parentheses, may contain anything.
        static func ticks(in stat: String) -> Int64? {
            guard let end = stat.lastIndex(of: ")") else { return nil }
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            return fields.count > 19 ? Int64(fields[19]) : nil
        }

        private static func bootSeconds(in system: String) -> Int64? {
            for line in system.split(separator: "\n") where line.hasPrefix("btime ") {
                return Int64(line.dropFirst("btime ".count))
            }
            return nil
        }

        /// The content of a file in `/proc`, whose size is unknown before it is read.
        static func contents(_ path: String) -> String? {
            SystemFile.contents(path).map { String(decoding: $0, as: UTF8.self) }
        }
    #endif
}
