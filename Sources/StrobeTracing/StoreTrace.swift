#if Tracing
    public import Strobe
    internal import Synchronization
    public import Tracing

    /// The tracing of a store, which lasts as long as the store unless it is ended before.
    ///
    ///     let trace = store.trace(as: "cart")
    ///     trace.end()
    public final class StoreTrace: Sendable {
        private let stop: @Sendable () -> Void
        private let isEnded = Atomic(false)

        fileprivate init<Traced: InstrumentableStore>(
            _ store: Traced, as id: String, _ options: TracingOptions,
            _ attributes: (@Sendable (Traced.Action, inout SpanAttributes) -> Void)?
        ) {
            let propagator = store.startPropagating { PropagatedContext(ServiceContext.current) }
            let spans = ActionSpans<Traced.State, Traced.Action, Traced.Effect>(id, options, propagator, attributes)
            store.setMeasuring(true)
            store.addInstrument(spans)
            store.install(spans)
            stop = { [weak store] in
                guard let store else { return }
                store.uninstall(spans)
                store.removeInstrument(spans)
                store.stopPropagating()
                store.setMeasuring(false)
                spans.end()
            }
        }

        /// Ends the tracing: actions that are reduced from now on have no spans, and nothing of it stays in the store.
        ///
        /// Ends once; later calls do nothing.
        public func end() {
            if !isEnded.exchange(true, ordering: .relaxed) { stop() }
        }
    }

    extension Store {
        /// Makes a span of every action and of every effect, from now on.
        ///
        ///     store.trace(as: "cart")
        ///
        /// The span of an action is a child of the span around the `dispatch`, that of an effect a child of its action's, and
        /// what the effect dispatches is a child of the effect's: a trace shows what came of a request. What an effect
        /// handler does is in the effect's span. Actions that were rejected or dropped, and faults, have an error status.
        ///
        /// Spans are named by the id and the case of the action, and have `strobe.store`, `strobe.seq`, `strobe.action`,
        /// `strobe.origin` and `strobe.cause` or, of an effect, `strobe.effect`; never a payload or a part of a state.
        ///
        /// - Parameters:
        ///   - id: What the store is called in spans.
        ///   - options: What makes the spans, and what they tell.
        ///   - attributes: Adds attributes of an action. It is called under the store's lock, and must not call the store;
        ///     what it adds leaves the process as it is.
        /// - Returns: The tracing, which need not be kept.
        @discardableResult
        public func trace(
            as id: String, options: TracingOptions = TracingOptions(),
            attributes: (@Sendable (Action, inout SpanAttributes) -> Void)? = nil
        ) -> StoreTrace { StoreTrace(self, as: id, options, attributes) }
    }

    extension AsyncStore {
        /// Makes a span of every action and of all late work, from now on; what the reducer awaits is in the action's span.
        ///
        /// - Parameters:
        ///   - id: What the store is called in spans.
        ///   - options: What makes the spans, and what they tell.
        ///   - attributes: Adds attributes of an action; it must not call the store.
        /// - Returns: The tracing, which need not be kept.
        @discardableResult
        public func trace(
            as id: String, options: TracingOptions = TracingOptions(),
            attributes: (@Sendable (Action, inout SpanAttributes) -> Void)? = nil
        ) -> StoreTrace { StoreTrace(self, as: id, options, attributes) }
    }

    extension StateObjectMachine {
        /// Makes a span of every event and of all work of states, from now on.
        ///
        /// The span of an event that no state sent has no parent: it is handled on the main actor, wherever it comes from.
        ///
        /// - Parameters:
        ///   - id: What the machine is called in spans.
        ///   - options: What makes the spans, and what they tell.
        ///   - attributes: Adds attributes of an event; it must not call the machine.
        /// - Returns: The tracing, which need not be kept.
        @discardableResult
        nonisolated public func trace(
            as id: String, options: TracingOptions = TracingOptions(),
            attributes: (@Sendable (Event, inout SpanAttributes) -> Void)? = nil
        ) -> StoreTrace { StoreTrace(self, as: id, options, attributes) }
    }
#else
    /// The tracing of a store: needs the trait `Tracing`.
    @available(*, unavailable, message: "add traits: [\"Tracing\"] to the package dependency on strobe")
    public struct StoreTrace {}
#endif
