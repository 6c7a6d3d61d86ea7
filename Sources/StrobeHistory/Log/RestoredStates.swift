internal import StrobeTree

/// The states that were set in the store from outside, by the indices of their entries.
struct RestoredStates<State> {
    private struct Restored {
        var index: Int
        var state: State
        /// The note on it.
        var note: String?
    }

    /// In the order of their indices.
    private var all: [Restored] = []

    mutating func add(_ state: State, note: String?, at index: Int) {
        all.append(Restored(index: index, state: state, note: note))
    }

    func state(at index: Int) -> State? { find(index)?.state }

    func note(at index: Int) -> String? { find(index)?.note }

    func indices(from index: Int) -> [Int] { all[place(of: index)...].map { $0.index } }

    /// Removes and returns those before an index.
    mutating func take(before index: Int) -> [State] {
        let count = place(of: index)
        guard count > 0 else { return [] }
        defer { all.removeFirst(count) }
        return all[..<count].map { $0.state }
    }

    private func find(_ index: Int) -> Restored? {
        let place = place(of: index)
        return place < all.count && all[place].index == index ? all[place] : nil
    }

    /// The place of the first that is at or after an index.
    private func place(of index: Int) -> Int { all.partitioningIndex { $0.index >= index } }
}
