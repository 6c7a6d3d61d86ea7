internal import StrobeTree

/// A replay that records compactly what each entry changes, for comparison with a later one.
final class RecordingWalk<State> {
    var point: (seq: Int, state: State)
    /// The first entry that writes to what differs.
    var firstWriter: Int?
    /// A hash of every change, and where the changes of each entry end.
    private var hashes: [UInt32] = []
    private var ends: [Int] = []
    /// How many changes of one entry are recorded.
    private static var changeLimit: Int { 16 }

    init(_ start: (seq: Int, state: State)) {
        point = start
    }

    func record(_ changes: [Change]) {
        hashes += changes.prefix(Self.changeLimit).map(Self.hash)
        ends.append(hashes.count)
    }

    /// The place at which an entry now changes something else; `nil` if it does the same.
    ///
    /// - Parameter index: The index of the entry among the recorded ones.
    func difference(of changes: [Change], at index: Int) -> Path? {
        guard index < ends.count else { return nil }
        let recorded = hashes[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
        let changes = changes.prefix(Self.changeLimit)
        for (change, hash) in zip(changes, recorded) where Self.hash(change) != hash { return change.path }
        guard changes.count != recorded.count else { return nil }
        return changes.count > recorded.count ? changes[recorded.count].path : changes.last?.path ?? .root
    }

    private static func hash(_ change: Change) -> UInt32 {
        UInt32(truncatingIfNeeded: change.hashValue)
    }
}
