#if Tracing
    internal import Strobe
    internal import Synchronization
    internal import Tracing

    /// Makes spans of what a store does.
    final class ActionSpans<State: Sendable, Action: Sendable, Effect: Sendable>:
        StoreObserver<State, Action, Effect>, WorkInstrument, @unchecked Sendable
    {
        // `@unchecked` for its superclass: everything here is constant or behind a lock.

        private struct Memory {
            /// The contexts of the last transitions' spans, each at the remainder of its number.
            var contexts: [(seq: Int, context: ServiceContext)?]
            /// The span of the reduction at hand, in an asynchronous store.
            var reduction: (any Span)?
            var isEnded = false
        }

        private let id: String
        private let options: TracingOptions
        private let propagator: ContextPropagator?
        private let attributes: (@Sendable (Action, inout SpanAttributes) -> Void)?
        private let actions = CaseName<Action>()
        private let effects = CaseName<Effect>()
        private let memory: Mutex<Memory>

        init(
            _ id: String, _ options: TracingOptions, _ propagator: ContextPropagator?,
            _ attributes: (@Sendable (Action, inout SpanAttributes) -> Void)?
        ) {
            self.id = id
            self.options = options
            self.propagator = propagator
            self.attributes = attributes
            memory = Mutex(Memory(contexts: Array(repeating: nil, count: max(1, options.memory))))
        }

        /// Ends the tracing.
        func end() {
            let reduction = memory.withLock { memory in
                memory.isEnded = true
                return memory.reduction.take()
            }
            reduction?.end()
        }

        // MARK: Actions

        override func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {
            record(action, info, rejection: nil)
        }

        override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
            record(action, info, rejection: reason)
        }

        override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
            record("restore", info, Timing.now()) { _ in }
        }

        override func didDrop(_ dropped: [HeldAction<Action>]) {
            for held in dropped {
                let name = actions.of(held.action)
                let span = begin(
                    name, at: held.sinceNanos, within: held.cause.flatMap { context(of: $0) } ?? .topLevel)
                span.attributes["strobe.action"] = name
                span.attributes["strobe.origin"] = held.origin.rawValue
                span.attributes["strobe.cause"] = held.cause
                fail(span, "dropped")
                span.end()
            }
        }

        override func didUninstall() { end() }

        /// Records a fault, which may be about an action that was not reduced.
        func didFault(_ fault: StoreError) {
            guard !memory.withLock({ $0.isEnded }) else { return }
            let span = begin("fault", at: Timing.now(), within: ServiceContext.current ?? .topLevel)
            span.attributes["strobe.fault"] = fault.code.rawValue
            fail(span, fault.code.rawValue)
            span.end()
        }

        private func record(_ action: Action, _ info: TransitionInfo, rejection: String?) {
            let name = actions.of(action)
            record(name, info, info.timing.map { $0.endNanos - $0.durationNanos } ?? Timing.now()) { span in
                if let attributes { span.updateAttributes { attributes(action, &$0) } }
                if let rejection { fail(span, options.showsReasons ? rejection : "rejected") }
            }
        }

        private func record(
            _ name: String, _ info: TransitionInfo, _ start: UInt64, _ complete: (any Span) -> Void
        ) {
            let begun = memory.withLock { $0.reduction.take() }
            let dispatching = propagator?.current
            let span =
                begun
                ?? begin(name, at: start, within: parent(info.cause, isEffect: info.origin == .effect, dispatching))
            remember(span.context, of: info.seq)
            if span.isRecording {
                span.updateAttributes { attributes in
                    attributes["strobe.action"] = name
                    attributes["strobe.seq"] = info.seq
                    attributes["strobe.origin"] = info.origin.rawValue
                    attributes["strobe.cause"] = info.cause
                    if let source = info.source {
                        attributes["code.file.path"] = "\(source.file)"
                        attributes["code.line.number"] = Int(source.line)
                    }
                }
                complete(span)
            }
            span.end(at: Instant(nanosecondsSinceEpoch: info.timing?.endNanos ?? Timing.now()))
        }

        private typealias Instant = DefaultTracerClock.Timestamp

        private func begin(_ name: String, at start: UInt64, within parent: ServiceContext) -> any Span {
            let span = options.currentTracer.startSpan(
                "\(id) \(name)", context: parent, at: Instant(nanosecondsSinceEpoch: start))
            if span.isRecording { span.attributes["strobe.store"] = id }
            return span
        }

        private func fail(_ span: any Span, _ reason: String) {
            span.setStatus(SpanStatus(code: .error, message: reason))
        }

        // MARK: Parents

        /// What an action is done for: the code that dispatches it, or the transition that caused it where that code does not
        /// work for the transition, such as a callback of another library.
        ///
        /// - Parameters:
        ///   - isEffect: Whether an effect, a middleware or a thunk dispatches it.
        ///   - dispatching: The context that came with the action; `nil` if the code that dispatches it is the current one.
        private func parent(_ cause: Int?, isEffect: Bool, _ dispatching: ContextPropagator.Context?) -> ServiceContext
        {
            let around = around(dispatching)
            guard isEffect, let cause else { return around ?? .topLevel }
            if let around, let own = around.requestingTransition, own.store == ObjectIdentifier(self), own.seq == cause
            {
                return around
            }
            return context(of: cause) ?? .topLevel
        }

        private func around(_ dispatching: ContextPropagator.Context?) -> ServiceContext? {
            // If nothing can be propagated, the current code need not be the one that dispatches.
            guard propagator != nil else { return nil }
            guard let dispatching else { return ServiceContext.current }
            return (dispatching as? PropagatedContext)?.context
        }

        private func context(of seq: Int) -> ServiceContext? {
            memory.withLock { memory in
                let found = memory.contexts[seq % memory.contexts.count]
                return found?.seq == seq ? found?.context : nil
            }
        }

        private func remember(_ context: ServiceContext, of seq: Int) {
            // The old one ends without the lock.
            _ = memory.withLock { memory in
                let place = seq % memory.contexts.count
                defer { memory.contexts[place] = (seq, context) }
                return memory.contexts[place]
            }
        }

        // MARK: Effects

        func scope(of work: InstrumentedWork) -> (any WorkScope)? {
            if work.seq != nil { return (work.value as? Action).map { beginReduction($0, work) } }
            let name = work.name ?? (work.value as? Effect).map { effects.of($0) } ?? "effect"
            var attributes: SpanAttributes = ["strobe.store": .string(id), "strobe.effect": .string(name)]
            attributes["strobe.cause"] = work.cause
            let parent = work.cause.map { context(of: $0) ?? .topLevel } ?? ServiceContext.current ?? .topLevel
            return WorkSpan(
                tracer: options.currentTracer, name: "\(id) \(name)", attributes: attributes, parent: parent,
                transition: work.cause.map { RequestingTransition(store: ObjectIdentifier(self), seq: $0) },
                isOn: work.isOn)
        }

        private func beginReduction(_ action: Action, _ work: InstrumentedWork) -> ReductionSpan {
            let span = begin(
                actions.of(action), at: Timing.now(),
                within: parent(work.cause, isEffect: work.cause != nil, work.context))
            // One before it that is there still was not committed.
            memory.withLock { memory in
                defer { memory.reduction = span }
                return memory.reduction.take()
            }?.end()
            return ReductionSpan(span: span)
        }
    }
#endif
