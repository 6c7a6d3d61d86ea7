internal import StrobeRecording
internal import Synchronization

/// Reports failures to write a recording, each once, even if it recurs.
final class FailureReport: Sendable {
    private let last = Mutex<String?>(nil)
    private let tell: @Sendable (DebugServerError) -> Void

    init(_ tell: @escaping @Sendable (DebugServerError) -> Void) {
        self.tell = tell
    }

    func callAsFunction(_ error: RecordingError) {
        let isNew = last.withLock { last in
            defer { last = error.message }
            return last != error.message
        }
        if isNew { tell(DebugServerError(.cannotRecord, "The flight recorder cannot write: \(error.message)")) }
    }
}
