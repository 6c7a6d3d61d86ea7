import LineEditing

/// From when on something counts as slow, and how it looks then.
enum Slowness {
    /// How long a reducer may take, in nanoseconds: it holds the store's lock.
    static let reducer: UInt64 = 1_000_000
    /// From here on it costs a frame at 60 frames a second.
    static let frame: UInt64 = 16_000_000
    /// How long an effect may take until it answers, in microseconds.
    static let effect: Int64 = 1_000_000

    /// How long a reducer took.
    ///
    /// - Parameter nanoseconds: The time.
    static func styled(reducer nanoseconds: UInt64) -> StyledText {
        StyledText(
            NumberText.duration(nanoseconds: nanoseconds),
            nanoseconds >= frame ? .failure : nanoseconds >= reducer ? .changed : .dim)
    }

    /// How long somebody waited for an effect.
    ///
    /// - Parameter microseconds: The time.
    static func styled(wait microseconds: Int64) -> StyledText {
        StyledText(NumberText.age(since: 0, now: microseconds), microseconds >= effect ? .changed : .dim)
    }
}
