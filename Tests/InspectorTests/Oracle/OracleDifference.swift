import StrobeTree

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

/// The difference of two states, compared with the lines that describe it.
struct OracleDifference {
    let before: Value
    let after: Value
    let path: Path
    let notation: Notation

    /// What is wrong with some lines; `nil` if nothing is.
    func problem(of lines: [String]) -> String? {
        var told: [Path] = []
        for line in lines {
            let line = line.drop { $0 == " " }
            // A final line may say that there are more changes than shown.
            guard let sign = line.first, "+-~>".contains(sign) else { return line.first == "…" ? nil : "\(line)" }
            let rest = line.dropFirst(2)
            let name = rest.firstRange(of: "  ").map { rest[..<$0.lowerBound] } ?? rest
            guard let place = try? Path(parsing: String(name)) else { return "a path \(name)" }
            told.append(place)
            guard sign != ">", !isMovable(place) else { continue }
            let text = rest.dropFirst(name.count).drop { $0 == " " }
            let (old, new) = (literal(place, in: before), literal(place, in: after))
            let expected =
                switch sign {
                case "+": old == nil ? new : "no addition"
                case "-": new == nil ? old : "no removal"
                default: "\(old ?? "nothing") → \(new ?? "nothing")"
                }
            // The keys of a dictionary have no order.
            let isReported =
                text == expected ?? "nothing" || Self.value(text) != nil && Self.value(text) == Self.value(expected)
            guard old != new, isReported else { return "\(line), and not \(expected ?? "nothing")" }
        }
        // For an array, only insertions and removals may be reported, and not the elements that moved.
        if isMovable(path.appending("")) { return nil }
        for place in differing(path) where !told.contains(where: { $0.leads(to: place) || place.leads(to: $0) }) {
            return "nothing is told of \(place.pointer)"
        }
        // A numeric key looks like an element that may have moved.
        return told.first { place in
            !place.leads(to: path) && !path.leads(to: place) && Int(place.tokens.last ?? "") == nil
        }.map { "\($0.pointer) is elsewhere" }
    }

    /// The children of the path that differ.
    private func differing(_ path: Path) -> [Path] {
        let (old, new) = (before.found(path.tokens[...]), after.found(path.tokens[...]))
        guard old != new else { return [] }
        guard case .object(let a)? = old, case .object(let b)? = new else { return [path] }
        return Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.map { path.appending($0) }
    }

    /// Whether a path is in an array, whose elements may move.
    private func isMovable(_ place: Path) -> Bool {
        (0..<place.tokens.count).contains { length in
            [before, after].contains { state in
                if case .array? = state.found(place.tokens[..<length]) { true } else { false }
            }
        }
    }

    private static func value(_ text: (some StringProtocol)?) -> Value? {
        text.flatMap { try? Literal.parse(String($0)) }
    }

    private func literal(_ place: Path, in state: Value) -> String? {
        state.found(place.tokens[...]).map { notation.text(state: $0, at: place) }
    }
}

extension Path {
    /// Whether another path is at or below this one.
    fileprivate func leads(to other: Path) -> Bool { other.tokens.starts(with: tokens) }
}

extension OracleCommands {
    /// Queries the difference between two states at a path.
    func askDiff(_ path: Path, _ from: Int, _ to: Int, _ session: OracleSession) async {
        let notation = await session.session.notation(of: "store")
        let isWhole = path.isRoot
        for (line, from, to) in [
            ("diff \(from) \(to)", from, to), ("diff \(to) \(from)", to, from), ("diff \(from)", from, log.last),
            ("diff", log.last - 1, log.last),
        ] {
            let line = line + (isWhole ? "" : " \(path.swiftStyle)")
            let difference = OracleDifference(
                before: log.values[from], after: log.values[to], path: path, notation: notation)
            let isNowhere = log.value(path, from) == nil && log.value(path, to) == nil
            let header = log.told(path, from, to).map { $0 ? "" : "  0 changes" } ?? "hidden values may have"
            let answer: String?
            switch await session.run(line) {
            case .success(let lines) where isNowhere: answer = "\(lines)"
            case .success(let all):
                // A remark on absent values precedes the answer.
                let lines = all.drop { $0.hasPrefix("  There is nothing at ") }.map { $0 }
                answer =
                    lines.isEmpty
                    ? "nothing"
                    : lines[0].hasSuffix(header) && (header != "" || !lines[0].hasSuffix("  0 changes"))
                        ? difference.problem(of: Array(lines.dropFirst())) : lines[0]
            case .failure(let error): answer = isNowhere ? nil : error.message
            }
            tally.hold("diff", answer, to: nil, "\(session.name), \(log.name), `\(line)`")
        }
    }
}
