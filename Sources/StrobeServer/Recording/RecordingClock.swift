internal import Strobe

/// The wall clock of recordings.
enum RecordingClock {
    /// The current time, in microseconds since 1970.
    static var micros: Int64 { Int64(clamping: Timing.now() / 1_000) }
}
