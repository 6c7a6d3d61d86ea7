/// How long a task took each time, in nanoseconds, to some of which other load on the machine added.
struct Timing {
    /// From the shortest to the longest.
    private let times: [Double]

    init(_ times: [Double]) { self.times = times.sorted() }

    var median: Double { times.isEmpty ? 0 : times[times.count / 2] }

    /// The noise: how far the middle half is apart, as a share of the median; `nil` for a single time.
    var spread: Double? {
        guard times.count > 1, median > 0 else { return nil }
        return (times[times.count - 1 - times.count / 4] - times[times.count / 4]) / median
    }

    static func / (timing: Timing, divisor: Double) -> Timing { Timing(timing.times.map { $0 / divisor }) }
}
