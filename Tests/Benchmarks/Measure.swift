internal import Foundation

/// Measures times and prints them as rows, each with its ratio to a baseline of the same run.
struct Measure {
    /// The number of repetitions.
    var repetitions: Int

    /// The time of one iteration, in nanoseconds: the best of all repetitions, since other load on the machine can only
    /// add to it.
    func nanoseconds(turns: Int, _ body: () -> Void) -> Double {
        (times(body).first ?? 0) / Double(turns)
    }

    /// The median time of a call, in nanoseconds.
    func median(_ body: () -> Void) -> Double {
        let times = times(body)
        return times[times.count / 2]
    }

    private func times(_ body: () -> Void) -> [Double] {
        var times: [Double] = []
        for _ in 0..<repetitions {
            let start = ContinuousClock.now
            body()
            times.append((ContinuousClock.now - start) / .nanoseconds(1))
        }
        return times.sorted()
    }

    /// Prints one row; `limit` is the limit of the design, in the same unit as `value`.
    static func row(
        _ label: String, _ value: Double, unit: String = "ns", baseline: Double? = nil, limit: Double? = nil
    ) {
        var line = label.padding(toLength: 58, withPad: " ", startingAt: 0)
        line += String(format: "%10.1f ", value) + unit.padding(toLength: 5, withPad: " ", startingAt: 0)
        if let baseline, baseline > 0 { line += String(format: "  x%.2f", value / baseline) }
        if let limit {
            line += String(format: "  limit %g %@", limit, value <= limit ? "ok" : "OVER")
        }
        print(line)
    }

    /// Prints a heading.
    static func heading(_ text: String) {
        print("\n\(text)")
    }
}
