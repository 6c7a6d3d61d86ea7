extension StateObjectMachine: InstrumentableStore {
    /// Adds an instrument, which follows the work of states.
    nonisolated package func addInstrument(_ instrument: any WorkInstrument) {
        runner.changeInstruments { $0.append(instrument) }
    }

    /// Removes an instrument.
    nonisolated package func removeInstrument(_ instrument: any WorkInstrument) {
        runner.changeInstruments { all in all.removeAll { $0 === instrument } }
    }

    /// Propagates nothing: events are handled on the main actor, wherever they come from.
    nonisolated package func startPropagating(
        _ capture: @escaping @Sendable () -> ContextPropagator.Context
    ) -> ContextPropagator? { nil }

    /// Does nothing.
    nonisolated package func stopPropagating() {}

    /// Does nothing: every transition is measured.
    nonisolated package func setMeasuring(_ isOn: Bool) {}
}
