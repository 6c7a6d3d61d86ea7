package import LineEditing

/// The limits from which something counts as slow, and the style of slow times.
package enum Slowness {
    /// The limit for a reducer, in nanoseconds: it holds the store's lock.
    package static let reducer: UInt64 = 1_000_000
    /// The limit from which a reducer costs a frame at 60 frames a second.
    package static let frame: UInt64 = 16_000_000
    /// The limit for the answer of an effect, in microseconds.
    package static let effect: Int64 = 1_000_000

    /// Styles the duration of a reducer.
    ///
    /// - Parameter nanoseconds: The duration.
    package static func styled(reducer nanoseconds: UInt64) -> StyledText {
        StyledText(
            NumberText.duration(nanoseconds: nanoseconds),
            nanoseconds >= frame ? .failure : nanoseconds >= reducer ? .changed : .dim)
    }

    /// Styles the time that an effect took.
    ///
    /// - Parameter microseconds: The time.
    package static func styled(wait microseconds: Int64) -> StyledText {
        StyledText(NumberText.age(since: 0, now: microseconds), microseconds >= effect ? .changed : .dim)
    }
}
