#if Tracing
    public import Tracing

    /// What the spans of a store contain, and which tracer makes them.
    ///
    ///     var options = TracingOptions()
    ///     options.showsReasons = true
    ///     store.trace(as: "cart", options: options)
    public struct TracingOptions: Sendable {
        /// What makes the spans; the tracer of the `InstrumentationSystem`, as it is when a span begins, if `nil`.
        public var tracer: (any Tracer)?
        /// Whether the status of a rejected action has the reason.
        ///
        /// A reason is text of the program, which may quote any part of a state or an action: by default the status says no
        /// more than `rejected`.
        public var showsReasons: Bool
        /// For how many of the last transitions it is known which span is theirs, at least 1: what is dispatched in answer
        /// to one of these belongs to its trace, even if it does not come from an effect.
        public var memory: Int

        /// Creates options.
        ///
        /// - Parameters:
        ///   - tracer: What makes the spans.
        ///   - showsReasons: Whether the status of a rejected action has the reason.
        ///   - memory: For how many transitions their spans are known.
        public init(tracer: (any Tracer)? = nil, showsReasons: Bool = false, memory: Int = 1_024) {
            self.tracer = tracer
            self.showsReasons = showsReasons
            self.memory = memory
        }

        var currentTracer: any Tracer { tracer ?? InstrumentationSystem.tracer }
    }
#endif
