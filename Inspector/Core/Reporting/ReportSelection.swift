package import StrobeRecording

/// The part of recordings that a report covers.
package struct ReportSelection: Sendable {
    /// The begin or end of the part.
    package enum Bound: Sendable, Hashable {
        /// At a step.
        case seq(Int)
        /// At a time, in microseconds since the recording's start.
        case time(Int64)
    }

    /// The selected lines.
    package struct Range: Sendable {
        package var seqs: ClosedRange<Int>?
        package var times: ClosedRange<Int64>

        package func contains(time: Int64, seq: Int? = nil) -> Bool {
            if let seq, let seqs { return seqs.contains(seq) }
            return times.contains(time)
        }
    }

    package var from: Bound?
    package var to: Bound?
    /// The ids of the stores; empty for all.
    package var stores: [String] = []

    package init(
        from: Bound? = nil, to: Bound? = nil, stores: [String] = []
    ) {
        self.from = from
        self.to = to
        self.stores = stores
    }

    /// The part, in words; `nil` for all.
    package var words: String? {
        var words: [String] = []
        if let from { words.append("from \(Self.text(from))") }
        if let to { words.append("to \(Self.text(to))") }
        if !stores.isEmpty { words.append("of \(stores.joined(separator: ", "))") }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The selected stores.
    ///
    /// - Throws: `usage` if a store does not exist.
    package func stores(of reader: RecordingReader) throws(InspectorError) -> [RecordingReader.Store] {
        let all = reader.stores
        for id in stores where !all.contains(where: { $0.id == id }) {
            let known = all.map(\.id).joined(separator: ", ")
            throw InspectorError(.usage, "There is no store \(id) in the recording. There are \(known).")
        }
        return stores.isEmpty ? all : all.filter { stores.contains($0.id) }
    }

    /// The selected lines.
    ///
    /// - Throws: `usage` if the seq could be of several stores, or nothing is selected.
    package func range(of reader: RecordingReader, stores: [RecordingReader.Store]) throws(InspectorError) -> Range {
        var seqs: ClosedRange<Int>?
        var times = Int64.min...Int64.max
        let numbers = [from, to].contains { if case .seq? = $0 { true } else { false } }
        if numbers {
            guard stores.count == 1, let store = stores.first else {
                throw InspectorError(
                    .usage,
                    "Name the store of the seq with --store, or give times after the start: --from 90s.")
            }
            seqs = try bounds(store.firstSeq + 1, store.lastSeq) { if case .seq(let seq) = $0 { seq } else { nil } }
            // Notes and gaps are selected by the times of the first and the last step.
            if let seqs, let steps = try? reader.transitions(seqs, of: store.id), let first = steps.first?.t,
                let last = steps.last?.t, first <= last
            {
                times = first...last
            }
        }
        let given = try bounds(times.lowerBound, times.upperBound) {
            if case .time(let time) = $0 { time } else { nil }
        }
        return Range(seqs: seqs, times: given)
    }

    private func bounds<Number: Comparable>(
        _ first: Number, _ last: Number, _ number: (Bound) -> Number?
    ) throws(InspectorError) -> ClosedRange<Number> {
        let first = max(from.flatMap(number) ?? first, first)
        let last = min(to.flatMap(number) ?? last, last)
        guard first <= last else {
            throw InspectorError(.usage, "Nothing was recorded \(words ?? "there"): look with `strobe open`.")
        }
        return first...last
    }

    /// Parses a bound: `120`, `1m30s`, `250ms`, `2.5s`.
    package static func bound(_ text: String) -> Bound? {
        if let seq = Int(text), seq >= 0, seq <= 1 << 53 { return .seq(seq) }
        var micros = 0.0
        var rest = text[...]
        let units: [(String, Double)] = [("ms", 1e3), ("us", 1), ("h", 3.6e9), ("m", 6e7), ("s", 1e6)]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let number = Double(digits), let unit = units.first(where: { rest.hasPrefix($0.0) }) else {
                return nil
            }
            rest = rest.dropFirst(unit.0.count)
            micros += number * unit.1
        }
        return text.isEmpty || micros > 1e15 ? nil : .time(Int64(micros))
    }

    private static func text(_ bound: Bound) -> String {
        switch bound {
        case .seq(let seq): "#\(seq)"
        case .time(let time): "+" + NumberText.duration(nanoseconds: UInt64(max(time, 0)) * 1_000)
        }
    }
}
