import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process if an operation does not end or takes too much memory, and prints what it was: nothing else can
/// stop an endless loop.
///
/// The operation that trapped is in the file named by `STROBE_FUZZ_LOG`.
final class Watchdog: Sendable {
    /// The limit for one operation, in seconds of processor time; much more in wall-clock time, for busy machines.
    private static let seconds = 5.0
    private static let clockSeconds = 60.0
    private static let bytes = 500 << 20

    static let shared = Watchdog()

    private struct Step: Sendable {
        var what: String
        var processor: Double
        var clock: ContinuousClock.Instant
        var number: Int
    }

    private let step = Mutex<Step?>(nil)
    private let isLarge: Bool
    private let baseline: Int
    private let log: FileHandle?

    private init() {
        let environment = ProcessInfo.processInfo.environment
        // With other tests in the process, it is unknown who uses the time and memory.
        isLarge = environment["STROBE_FUZZ_ANSWERS"] != nil || environment["STROBE_FUZZ_RECORDINGS"] != nil
        baseline = Self.residentBytes
        log = environment["STROBE_FUZZ_LOG"].flatMap { path in
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            return FileHandle(forWritingAtPath: path)
        }
        let thread = Thread { [weak self] in
            while let self {
                self.look()
                Thread.sleep(forTimeInterval: 0.5)
            }
        }
        thread.start()
    }

    /// Starts to watch an operation instead of the previous one.
    func begin(_ what: String) {
        step.withLock {
            $0 = Step(
                what: what, processor: Self.processorSeconds, clock: .now, number: ($0?.number ?? 0) + 1)
        }
        guard let log else { return }
        try? log.truncate(atOffset: 0)
        try? log.write(contentsOf: Data((what + "\n").utf8))
    }

    /// Stops watching.
    func end() {
        step.withLock { $0 = nil }
    }

    private func look() {
        guard let step = step.withLock({ $0 }) else { return }
        let spent = Self.processorSeconds - step.processor
        let waited = step.clock.duration(to: .now)
        let memory = Self.residentBytes - baseline
        if isLarge && spent > Self.seconds || waited > .seconds(Self.clockSeconds) {
            stop("did not end in \(spent) s of the processor's time and \(waited)", step)
        }
        if isLarge, memory > Self.bytes { stop("takes \(memory >> 20) MB", step) }
    }

    private func stop(_ reason: String, _ step: Step) {
        FileHandle.standardError.write(Data("Fatal error: \(step.what): \(reason)\n".utf8))
        abort()
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The memory of the process; 0 if the system does not report it.
    private static var residentBytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
