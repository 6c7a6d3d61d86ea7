internal import StrobeTree

/// A replay that takes down what each entry changes, in few bytes, to be compared with another one later.
final class RecordingWalk<State> {
    var point: (seq: Int, state: State)
    /// The first entry that writes to what differs.
    var firstWriter: Int?
    /// Of every change a hash, and where the changes of each entry end.
    private var hashes: [UInt32] = []
    private var ends: [Int] = []
    /// How many changes of one entry are taken down.
    private static var changeLimit: Int { 16 }

    init(_ start: (seq: Int, state: State)) {
        point = start
    }

    func record(_ changes: [Change]) {
        hashes += changes.prefix(Self.changeLimit).map(Self.hash)
        ends.append(hashes.count)
    }

    /// Where an entry changes something else than it did before; `nil` where it does the same.
    ///
    /// - Parameter index: The place of the entry among those that were recorded.
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
