extension StateObjectMachine: SurroundableStore {
    /// Adds something that surrounds the work of states.
    nonisolated package func surround(with surroundings: any WorkSurroundings) {
        runner.contents.withLock { $0.surroundings.append(surroundings) }
    }

    /// Takes it out.
    nonisolated package func endSurrounding(with surroundings: any WorkSurroundings) {
        runner.contents.withLock { contents in contents.surroundings.removeAll { $0 === surroundings } }
    }

    /// There is none: events are handled on the main actor, wherever they come from.
    nonisolated package func carrier(load: @escaping @Sendable () -> ActionCarrier.Load) -> ActionCarrier? { nil }

    /// Has faults told to a closure as well.
    nonisolated package func watchFaults(_ watch: @escaping @Sendable (StoreError) -> Void) {
        core.withLock { $0.faultWatches.append(watch) }
    }

    /// Does nothing: every transition is measured.
    nonisolated package func setMeasuring(_ isOn: Bool) {}
}
