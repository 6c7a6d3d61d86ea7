import SeededTesting
import Strobe
import StrobeHistory
import StrobeTree

/// A state with enums in several places.
struct Desk: Codable, Equatable, Sendable {
    enum Phase: Codable, Equatable, Sendable {
        case idle
        case loading(attempt: Int)
        case ready([String])
        case closed
    }

    enum Dialog: String, Codable, Sendable { case ask, warn }

    struct Side: Codable, Equatable, Sendable {
        var dialog: Dialog?
    }

    var phase = Phase.idle
    var count = 0
    var side: Side?
}

enum DeskAction: Codable, Equatable, Sendable {
    case load, retry, ready(String), close, count
    case show(Desk.Dialog?)
    case fold

    static func random(_ generator: inout SeededGenerator) -> DeskAction {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: .load
        case 1: .retry
        case 2: .ready(String(repeating: "text", count: .random(in: 0..<8, using: &generator)))
        case 3: .close
        case 4, 5: .count
        case 6: .show([.ask, .warn, nil].randomElement(using: &generator) ?? nil)
        case 7: .show(.ask)
        default: .fold
        }
    }

    var name: String {
        switch self {
        case .load: "load"
        case .retry: "retry"
        case .ready: "ready"
        case .close: "close"
        case .count: "count"
        case .show: "show"
        case .fold: "fold"
        }
    }
}

enum DeskEffect: Codable, Equatable, Sendable { case fetch }

@Sendable
func work(_ desk: inout Desk, _ action: DeskAction) -> [DeskEffect] {
    if refusal(desk, action) != nil { return [] }
    switch (action, desk.phase) {
    case (.load, .idle):
        desk.phase = .loading(attempt: 1)
        return [.fetch]
    case (.retry, .loading(let attempt)): desk.phase = .loading(attempt: min(attempt + 1, 3))
    // Requests an effect without changing anything.
    case (.retry, .ready): return [.fetch]
    case (.ready(let text), .loading), (.ready(let text), .ready): desk.phase = .ready([text])
    case (.close, _): desk.phase = .closed
    case (.load, .closed): desk.phase = .idle
    case (.count, _): desk.count += 1
    case (.show(let dialog), _): desk.side = Desk.Side(dialog: dialog)
    case (.fold, _): desk.side = nil
    default: break
    }
    return []
}

@Sendable
func workOrReject(_ desk: inout Desk, _ action: DeskAction) throws -> [DeskEffect] {
    if let reason = refusal(desk, action) { try reject(reason) }
    return work(&desk, action)
}

@Sendable
func refusal(_ desk: Desk, _ action: DeskAction) -> String? {
    desk.phase == .closed && action == .retry ? "closed" : nil
}

/// The model of a graph: naively from all states and entries.
struct GraphModel {
    var states: [Desk]
    /// The steps between the states; `nil` for a restore.
    var steps: [(action: DeskAction, effects: Int, isRejected: Bool)?] = []

    mutating func add(_ action: DeskAction?, to state: Desk) {
        let before = states[states.count - 1]
        var copy = before
        steps.append(action.map { ($0, work(&copy, $0).count, refusal(before, $0) != nil) })
        states.append(state)
    }

    func expect<Value: Equatable>(
        _ graph: TransitionGraph, from first: Int, to last: Int, _ value: (Desk) -> Value, _ name: (Desk) -> String
    ) -> Bool {
        var visits: [String: Int] = [name(states[first]): 1]
        var moves: [[String]: Int] = [:]
        var pairs: [[String]: [Int]] = [:]
        for seq in first..<last {
            let (before, after) = (name(states[seq]), name(states[seq + 1]))
            if before != after { visits[after, default: 0] += 1 }
            guard let step = steps[seq] else { continue }
            let isChanged = value(states[seq]) != value(states[seq + 1]) || step.effects > 0
            let outcome = step.isRejected ? 2 : isChanged ? 0 : 1
            pairs[[step.action.name, before], default: [0, 0, 0]][outcome] += 1
            if outcome == 0 { moves[[before, step.action.name, after], default: 0] += 1 }
        }
        return graph.firstSeq == first && graph.seq == last && graph.first == name(states[first])
            && graph.last == name(states[last])
            && Dictionary(uniqueKeysWithValues: graph.states.map { ($0.name, $0.visits) }) == visits
            && Dictionary(uniqueKeysWithValues: graph.moves.map { ([$0.from, $0.action, $0.to], $0.count) }) == moves
            && Dictionary(
                uniqueKeysWithValues: graph.pairs.map {
                    ([$0.action, $0.state], [$0.changed, $0.ignored, $0.rejected])
                }) == pairs
    }

    func expectPhase(_ graph: TransitionGraph, from first: Int, to last: Int) -> Bool {
        expect(graph, from: first, to: last) {
            $0.phase
        } _: { desk in
            switch desk.phase {
            case .idle: "idle"
            case .loading: "loading"
            case .ready: "ready"
            case .closed: "closed"
            }
        }
    }

    func expectDialog(_ graph: TransitionGraph, from first: Int, to last: Int) -> Bool {
        expect(graph, from: first, to: last) {
            $0.side?.dialog
        } _: {
            $0.side?.dialog?.rawValue ?? "nil"
        }
    }
}

extension TransitionGraph {
    /// The states with their visits.
    var visits: [String] { states.map { "\($0.name) \($0.visits)" } }
    /// The transitions with their counts.
    var ways: [String] { moves.map { "\($0.from) -\($0.action)-> \($0.to) \($0.count)" } }
    /// The pairs with the numbers of changed, ignored and rejected actions.
    var table: [String] { pairs.map { "\($0.action) in \($0.state): \($0.changed) \($0.ignored) \($0.rejected)" } }
}
