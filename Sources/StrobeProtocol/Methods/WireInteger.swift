/// The integers of messages and recordings: seqs, counts, times, durations.
///
/// They are checked when they are read, so that arithmetic need not: all are so far from the ends of 64 bits that
/// neither the sum nor the difference of a few of them overflows.
public enum WireInteger {
    /// The greatest one, up to which doubles are exact; times may be as far below zero.
    public static let greatest: Int64 = 1 << 53

    /// A sum, clamped to the range that can be written.
    @inlinable
    public static func sum<Number: FixedWidthInteger & SignedInteger>(_ first: Number, _ second: Number) -> Number {
        let (sum, isBeyond) = first.addingReportingOverflow(second)
        return held(isBeyond ? (second < 0 ? .min : .max) : sum)
    }

    /// A difference, clamped to the range that can be written.
    @inlinable
    public static func difference<Number: FixedWidthInteger & SignedInteger>(
        _ first: Number, _ second: Number
    ) -> Number {
        let (difference, isBeyond) = first.subtractingReportingOverflow(second)
        return held(isBeyond ? (second < 0 ? .max : .min) : difference)
    }

    /// The nearest integer that can be written.
    @inlinable
    public static func held<Number: FixedWidthInteger & SignedInteger>(_ number: Number) -> Number {
        let end = Number(clamping: greatest)
        return min(max(number, -end), end)
    }
}
