internal import StrobeRecording
internal import StrobeSystem
internal import Synchronization

/// Checks regularly whether the file of a recording still exists, and limits retries after failures.
final class FileWatch: Sendable {
    private struct Times: Sendable {
        var nextLook: ContinuousClock.Instant
        var nextPart: ContinuousClock.Instant
    }

    private let times: Mutex<Times>
    private let report: @Sendable (RecordingError) -> Void

    /// - Parameter report: Called when the file is gone.
    init(report: @escaping @Sendable (RecordingError) -> Void) {
        self.report = report
        let now = ContinuousClock.now
        times = Mutex(Times(nextLook: now + .seconds(1), nextPart: now))
    }

    /// Whether to continue the recording in a new part: the file has its size, its day is over, or it was removed.
    func wantsPart(of writer: RecordingWriter) -> Bool { isFileGone(writer) || mayBeginPart(writer) }

    /// Whether the file being written was removed.
    ///
    /// Checks once a second at most.
    private func isFileGone(_ writer: RecordingWriter) -> Bool {
        let now = ContinuousClock.now
        let isDue = times.withLock { times in
            guard now >= times.nextLook else { return false }
            times.nextLook = now + .seconds(1)
            return true
        }
        let path = writer.currentPath
        guard isDue, access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return false }
        report(
            RecordingError(
                .cannotWrite,
                "The recording \(path) was removed while it was written: its contents are lost; it continues in a new file, "
                    + "if one can be created.", path: path))
        return true
    }

    /// Whether the file has its size or its day is over; not immediately after a failure.
    private func mayBeginPart(_ writer: RecordingWriter) -> Bool {
        guard writer.wantsPart else { return false }
        let now = ContinuousClock.now
        return times.withLock { now >= $0.nextPart }
    }

    /// Notes whether a new part was created.
    func didBeginPart(_ writer: RecordingWriter) {
        guard writer.wantsPart else { return }
        times.withLock { $0.nextPart = .now + .seconds(10) }
    }
}
