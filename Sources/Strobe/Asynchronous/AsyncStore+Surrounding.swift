extension AsyncStore: SurroundableStore {
    /// Adds something that surrounds reductions and late work.
    package func surround(with surroundings: any WorkSurroundings) {
        late.runner.contents.withLock { $0.surroundings.append(surroundings) }
    }

    /// Takes it out.
    package func endSurrounding(with surroundings: any WorkSurroundings) {
        late.runner.contents.withLock { contents in contents.surroundings.removeAll { $0 === surroundings } }
    }

    /// What takes along what is around the code that dispatches.
    package func carrier(load: @escaping @Sendable () -> ActionCarrier.Load) -> ActionCarrier? {
        let carrier = journal.carrier(load: load)
        line.carrier.withLock { $0 = carrier }
        return carrier
    }

    /// Has faults told to a closure as well.
    package func watchFaults(_ watch: @escaping @Sendable (StoreError) -> Void) { journal.watchFaults(watch) }

    /// Does nothing: every reduction is measured.
    package func setMeasuring(_ isOn: Bool) {}
}
