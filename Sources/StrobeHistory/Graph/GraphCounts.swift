/// The numbers of a graph from where it begins up to one transition, by the numbers of cases and actions.
///
/// The numbers of a part of the log are the differences of two of these.
struct GraphCounts: Sendable, Hashable {
    /// An action that met a case, and the case it led to.
    struct Way: Sendable, Hashable {
        var action: Int
        var from: Int
        var to: Int
    }

    /// How the transition of a way ended.
    enum Outcome {
        case changed, ignored, rejected
    }

    /// The current case.
    private(set) var current: Int
    /// How often each case was come to from another.
    private(set) var entered: [Int] = []
    private(set) var changed: [Way: Int] = [:]
    private(set) var ignored: [Way: Int] = [:]
    private(set) var rejected: [Way: Int] = [:]

    init(current: Int) {
        self.current = current
    }

    /// Counts an action.
    mutating func count(_ action: Int, to state: Int, _ outcome: Outcome) {
        let way = Way(action: action, from: current, to: state)
        switch outcome {
        case .changed: changed[way, default: 0] += 1
        case .ignored: ignored[way, default: 0] += 1
        case .rejected: rejected[way, default: 0] += 1
        }
        move(to: state)
    }

    /// Takes note of the current case.
    mutating func move(to state: Int) {
        guard state != current else { return }
        current = state
        while entered.count <= state { entered.append(0) }
        entered[state] += 1
    }

    /// What came after an earlier point.
    func since(_ start: GraphCounts) -> GraphCounts {
        var rest = self
        for (state, count) in start.entered.enumerated() { rest.entered[state] -= count }
        rest.changed = Self.difference(changed, start.changed)
        rest.ignored = Self.difference(ignored, start.ignored)
        rest.rejected = Self.difference(rejected, start.rejected)
        return rest
    }

    /// The same with other numbers for actions, some of which may become one.
    func merged(_ number: (Int) -> Int) -> GraphCounts {
        func merged(_ ways: [Way: Int]) -> [Way: Int] {
            Dictionary(
                ways.map { (Way(action: number($0.action), from: $0.from, to: $0.to), $1) }, uniquingKeysWith: +)
        }
        var copy = self
        (copy.changed, copy.ignored, copy.rejected) = (merged(changed), merged(ignored), merged(rejected))
        return copy
    }

    private static func difference(_ end: [Way: Int], _ start: [Way: Int]) -> [Way: Int] {
        end.merging(start) { $0 - $1 }.filter { $0.value > 0 }
    }
}
