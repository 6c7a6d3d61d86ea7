internal import Foundation
internal import Synchronization

/// Measures times and prints them as rows, each with its ratio to a baseline of the same run.
struct Measure {
    /// The number of repetitions.
    var repetitions: Int

    /// The time of one of the turns of a task.
    func time(turns: Int = 1, _ body: () -> Void) -> Timing {
        Timing((0..<repetitions).map { _ in Self.once(turns, body) })
    }

    /// The same of several tasks that run by turns, so that what disturbs one disturbs all.
    func times(turns: Int = 1, _ bodies: [() -> Void]) -> [Timing] {
        var times = bodies.map { _ in [Double]() }
        for _ in 0..<repetitions {
            for (index, body) in bodies.enumerated() { times[index].append(Self.once(turns, body)) }
        }
        return times.map(Timing.init)
    }

    /// The same of a task and its limit.
    func times(turns: Int = 1, of body: () -> Void, and limit: () -> Void) -> (body: Timing, limit: Timing) {
        withoutActuallyEscaping(body) { body in
            withoutActuallyEscaping(limit) { limit in
                let times = times(turns: turns, [body, limit])
                return (times[0], times[1])
            }
        }
    }

    private static func once(_ turns: Int, _ body: () -> Void) -> Double {
        let start = ContinuousClock.now
        body()
        return (ContinuousClock.now - start) / .nanoseconds(1) / Double(turns)
    }

    // MARK: - Rows

    /// Prints one row.
    ///
    /// - Parameters:
    ///   - spread: The noise of the value, as a share of it.
    ///   - limit: The limit of the design, in the same unit as `value`.
    ///   - ratios: The ratios to the baseline that are good enough.
    static func row(
        _ label: String, _ value: Double, unit: String = "ns", spread: Double? = nil, baseline: Double? = nil,
        limit: Double? = nil, ratios: (any RangeExpression<Double>)? = nil
    ) {
        var line = label.padding(toLength: 58, withPad: " ", startingAt: 0)
        line += String(format: "%10.1f ", value) + unit.padding(toLength: 5, withPad: " ", startingAt: 0)
        line += spread.map { String(format: " ±%2.0f %%", $0 * 50) } ?? "      "
        if let baseline, baseline > 0 {
            line += String(format: "  x%.2f", value / baseline)
            if let ratios {
                line += "  limit \(text(of: ratios)) \(ratios.contains(value / baseline) ? "ok" : "missed")"
            }
        }
        if let limit { line += String(format: "  limit %g %@", limit, value <= limit ? "ok" : "missed") }
        print(line)
        sizes.withLock { $0.add(label, unit, value) }
    }

    /// Prints one row.
    static func row(
        _ label: String, _ timing: Timing, unit: String = "ns", baseline: Timing? = nil, limit: Double? = nil,
        ratios: (any RangeExpression<Double>)? = nil
    ) {
        row(
            label, timing.median, unit: unit, spread: timing.spread, baseline: baseline?.median, limit: limit,
            ratios: ratios)
    }

    private static func text(of ratios: any RangeExpression<Double>) -> String {
        switch ratios {
        case let most as PartialRangeThrough<Double>: "at most x\(most.upperBound)"
        case let least as PartialRangeFrom<Double>: "at least x\(least.lowerBound)"
        default: "\(ratios)"
        }
    }

    /// Prints a heading; if it has a size, the rows below it are of that size.
    static func heading(_ text: String, size: Int? = nil) {
        print("\n\(text)")
        sizes.withLock { $0.size = size }
    }

    // MARK: - Growth

    /// The rows of headings with a size.
    private struct Sizes {
        var size: Int?
        var rows: [(label: String, unit: String, values: [(size: Int, value: Double)])] = []

        mutating func add(_ label: String, _ unit: String, _ value: Double) {
            guard let size else { return }
            if let index = rows.firstIndex(where: { $0.label == label }) {
                rows[index].values.append((size, value))
            } else {
                rows.append((label, unit, [(size, value)]))
            }
        }
    }

    private static let sizes = Mutex(Sizes())

    /// Prints how the rows grew with the size since the last time that this was called.
    static func growth() {
        let rows = sizes.withLock { sizes in
            defer { sizes = Sizes() }
            return sizes.rows.filter { $0.values.count > 1 }
        }
        guard let columns = rows.map(\.values.count).max(), let most = rows.first(where: { $0.values.count == columns })
        else { return }
        let numbers = most.values.map { String($0.size).leftPadded(to: 12) }.joined()
        print("\n" + "growth with the size".padding(toLength: 58, withPad: " ", startingAt: 0) + numbers)
        for (label, unit, values) in rows {
            let line = label.padding(toLength: 58, withPad: " ", startingAt: 0)
            let columns = values.map { String(format: "%.1f", $0.value).leftPadded(to: 12) }.joined()
            let growth =
                values[0].value > 0 ? String(format: "  x%.2f", values[values.count - 1].value / values[0].value) : ""
            print(line + columns + " \(unit)" + growth)
        }
    }
}

extension String {
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: " ", count: max(length - count, 0)) + self
    }
}
