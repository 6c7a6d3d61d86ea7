/// What a store has to release and to report, without its lock, after it looked for the next work.
package struct GateResult<Item: Holdable>: Sendable {
    /// The withdrawn actions.
    var takenBack: [Item] = []
    private var held: [(item: Item, id: Int)] = []
    private var refused: [(item: Item, mustReport: Bool)] = []

    /// Creates one without items.
    package init() {}

    /// Takes note of what became of something.
    ///
    /// - Returns: Whether it is to be done now.
    package mutating func note(_ item: Item, _ verdict: Gate<some Sendable, Item>.Verdict) -> Bool {
        switch verdict {
        case .passes: return true
        case .held(let id): held.append((item, id))
        case .refused(let isFirst): refused.append((item, isFirst))
        }
        return false
    }

    /// Notifies everyone concerned.
    ///
    /// - Parameter report: Reports faults.
    package func finish(report: (StoreError) -> Void) {
        for item in takenBack { item.refuse(.takenBack) }
        for (item, id) in held { item.tellHeld(id) }
        for (item, mustReport) in refused {
            let error = StoreError.gateFull(item.actionName)
            item.refuse(error)
            if mustReport { report(error) }
        }
    }
}
