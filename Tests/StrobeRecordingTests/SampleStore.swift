import SeededTesting
import StrobeRecording
import StrobeTree

/// A store with random changes, and all its states, to compare a recording with.
struct SampleStore {
    let id: String
    private(set) var states: [Value] = [["count": 0, "items": []]]
    private var random: SeededGenerator

    init(id: String = "shop", seed: UInt64 = 1) {
        self.id = id
        random = SeededGenerator(seed: seed)
    }

    var seq: Int { states.count - 1 }
    var state: Value { states[states.count - 1] }

    static let start: Int64 = 1_790_000_000_000_000

    func description(at seq: Int? = nil) -> RecordedStore {
        let seq = seq ?? self.seq
        return RecordedStore(
            id: id, name: id, kind: "reducer", stateType: "Shop", actionType: "ShopAction", seq: seq,
            state: states[seq], replay: true)
    }

    static func header(
        _ stores: [RecordedStore], id: String = "A", process: String = "shop", pid: Int = 1, start: Int64 = start
    ) -> RecordingHeader {
        RecordingHeader(
            id: id, startMicros: start, process: .init(pid: pid, name: process),
            recorder: .init(name: "test", version: "1", place: "process"), redaction: [], stores: stores)
    }

    /// Changes the state, and returns the transition.
    mutating func step() -> RecordedTransition {
        var changes: [Change] = []
        let items = items(of: state)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let value = Value.string(String(repeating: "ä\"\n", count: Int.random(in: 0...3, using: &random)))
            changes.append(Change(.add, Path(["items", "\(items.count)"]), value: value))
        case 1 where !items.isEmpty:
            let place = Int.random(in: 0..<items.count, using: &random)
            changes.append(Change(.remove, Path(["items", "\(place)"]), old: items[place]))
        case 2: break
        default:
            let count = Int64.random(in: -100...100, using: &random)
            changes.append(Change(.replace, Path(["count"]), value: .int(count), old: state.value(at: Path(["count"]))))
        }
        var next = state
        try? Patch.apply(changes, to: &next)
        states.append(next)
        return RecordedTransition(
            store: id, seq: seq, t: Int64(seq) * 10, action: ["step": .int(Int64(seq))], label: ".step(\(seq))",
            origin: "app", changes: changes)
    }

    private func items(of state: Value) -> [Value] {
        guard case .array(let items)? = state.value(at: Path(["items"])) else { return [] }
        return items
    }
}
