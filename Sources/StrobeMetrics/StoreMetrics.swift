#if Metrics
    public import CoreMetrics
    public import Strobe

    /// The counters and timers of one store, or of all stores of one kind, such as the sessions of a server.
    ///
    ///     let metrics = StoreMetrics(of: "session")
    ///     metrics.measure(store)  // and each other session
    ///
    /// All have the dimension `store`, with the name that is given here. Make one for each kind of store, not for each
    /// store: what counts sessions one by one keeps as many time series as there ever were sessions.
    ///
    /// | metric | kind | counts |
    /// |---|---|---|
    /// | `strobe_actions_total` | counter, by `origin` | transitions, also those that were rejected |
    /// | `strobe_rejections_total` | counter | actions that were rejected |
    /// | `strobe_drops_total` | counter | actions that were dropped at the gate |
    /// | `strobe_faults_total` | counter, by `code` | misuses of a store |
    /// | `strobe_reduction_seconds` | timer | reducers |
    /// | `strobe_effects_total` | counter | effects that began, with thunks and late work |
    /// | `strobe_effects_running` | meter | effects that run |
    /// | `strobe_effect_seconds` | timer | effects, from their beginning to their end |
    public final class StoreMetrics: WorkInstrument {
        private let rejections: Counter
        private let drops: Counter
        private let reductions: Timer
        private let effects: Counter
        private let running: Meter
        private let work: Timer
        private let origins: [Counter]
        private let faults: @Sendable (StoreError.Code) -> Void

        /// Makes the metrics.
        ///
        /// - Parameters:
        ///   - store: What the store, or its kind, is called.
        ///   - factory: Makes counters and timers; by default, that of the `MetricsSystem`, which has to be set up by then.
        public init(of store: String, factory: any MetricsFactory = MetricsSystem.factory) {
            func counter(_ name: String, _ more: [(String, String)] = []) -> Counter {
                Counter(label: "strobe_\(name)_total", dimensions: [("store", store)] + more, factory: factory)
            }
            func timer(_ name: String) -> Timer {
                Timer(label: "strobe_\(name)_seconds", dimensions: [("store", store)], factory: factory)
            }
            rejections = counter("rejections")
            drops = counter("drops")
            reductions = timer("reduction")
            effects = counter("effects")
            running = Meter(label: "strobe_effects_running", dimensions: [("store", store)], factory: factory)
            work = timer("effect")
            origins = Origin.allCases.map { counter("actions", [("origin", $0.rawValue)]) }
            // There are few faults, and few of their kinds are ever met.
            faults = { code in
                Counter(
                    label: "strobe_faults_total", dimensions: [("store", store), ("code", code.rawValue)],
                    factory: factory
                ).increment()
            }
        }

        /// Counts what a store does, from now on and as long as it lives.
        public func measure<State: Sendable, Action: Sendable, Effect: Sendable>(_ store: Store<State, Action, Effect>)
        {
            begin(store)
        }

        /// Counts what an asynchronous store does, from now on and as long as it lives.
        public func measure<State: Sendable, Action: Sendable>(_ store: AsyncStore<State, Action>) { begin(store) }

        /// Counts what a machine of state objects does, from now on and as long as it lives.
        public func measure<Kind: Sendable, Event: Sendable, Host: AnyObject>(
            _ machine: StateObjectMachine<Kind, Event, Host>
        ) { begin(machine) }

        private func begin<Measured: InstrumentableStore>(_ store: Measured) {
            store.setMeasuring(true)
            store.addInstrument(self)
            store.install(TransitionCounter<Measured.State, Measured.Action, Measured.Effect>(self))
        }

        /// Counts a fault.
        package func didFault(_ error: StoreError) { faults(error.code) }

        fileprivate func count(_ info: TransitionInfo, isRejected: Bool) {
            origins[Self.places[info.origin] ?? 0].increment()
            if isRejected { rejections.increment() }
            if let timing = info.timing { reductions.recordNanoseconds(timing.durationNanos) }
        }

        fileprivate func count(drops count: Int) { drops.increment(by: count) }

        private static let places = Dictionary(
            uniqueKeysWithValues: Origin.allCases.enumerated().map { ($0.element, $0.offset) })

        /// Measures an effect.
        package func scope(of work: InstrumentedWork) -> (any WorkScope)? {
            work.seq == nil ? MeasuredWork(effects: effects, running: running, timer: self.work) : nil
        }
    }

    private struct MeasuredWork: WorkScope {
        let effects: Counter
        let running: Meter
        let timer: Timer

        func perform(_ body: () async -> Void) async {
            let start = begin()
            await body()
            end(start)
        }

        func performInline(_ body: () -> Void) {
            let start = begin()
            body()
            end(start)
        }

        private func begin() -> ContinuousClock.Instant {
            effects.increment()
            running.increment()
            return .now
        }

        private func end(_ start: ContinuousClock.Instant) {
            running.decrement()
            timer.recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
        }
    }

    /// `@unchecked Sendable`: it has nothing but a constant.
    private final class TransitionCounter<State: Sendable, Action: Sendable, Effect: Sendable>:
        StoreObserver<State, Action, Effect>, @unchecked Sendable
    {
        private let metrics: StoreMetrics

        init(_ metrics: StoreMetrics) {
            self.metrics = metrics
        }

        override func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {
            metrics.count(info, isRejected: false)
        }

        override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
            metrics.count(info, isRejected: true)
        }

        override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
            metrics.count(info, isRejected: false)
        }

        override func didDrop(_ actions: [HeldAction<Action>]) { metrics.count(drops: actions.count) }
    }
#else
    /// The counters and timers of stores: needs the trait `Metrics`.
    @available(*, unavailable, message: "add traits: [\"Metrics\"] to the package dependency on strobe")
    public struct StoreMetrics {}
#endif
