extension AsyncStore: InstrumentableStore {
    /// Adds an instrument, which follows reductions and late work.
    package func addInstrument(_ instrument: any WorkInstrument) {
        late.runner.changeInstruments { $0.append(instrument) }
        // Reports the faults of this store, and runs nothing.
        journal.addInstrument(instrument)
    }

    /// Removes an instrument.
    package func removeInstrument(_ instrument: any WorkInstrument) {
        late.runner.changeInstruments { all in all.removeAll { $0 === instrument } }
        journal.removeInstrument(instrument)
    }

    /// Propagates the context of the dispatching code with actions, from now on.
    package func startPropagating(
        _ capture: @escaping @Sendable () -> ContextPropagator.Context
    ) -> ContextPropagator? {
        guard let propagator = journal.startPropagating(capture) else { return nil }
        line.propagator.withLock { $0 = propagator }
        return propagator
    }

    /// Ends what one call of `startPropagating(_:)` began.
    package func stopPropagating() {
        let propagator = journal.releasePropagator()
        line.propagator.withLock { $0 = propagator }
    }

    /// Does nothing: every reduction is measured.
    package func setMeasuring(_ isOn: Bool) {}
}
