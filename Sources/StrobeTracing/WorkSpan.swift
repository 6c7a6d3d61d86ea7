#if Tracing
    internal import Strobe
    internal import Tracing

    /// The context of the code that dispatched an action.
    final class PropagatedContext: Sendable {
        let context: ServiceContext?

        init(_ context: ServiceContext?) {
            self.context = context
        }
    }

    /// The transition whose effect the current code is.
    struct RequestingTransition: Sendable {
        let store: ObjectIdentifier
        let seq: Int
    }

    private enum RequestingTransitionKey: ServiceContextKey {
        typealias Value = RequestingTransition
    }

    extension ServiceContext {
        var requestingTransition: RequestingTransition? {
            get { self[RequestingTransitionKey.self] }
            set { self[RequestingTransitionKey.self] = newValue }
        }
    }

    /// The span of an effect.
    struct WorkSpan: WorkScope {
        let tracer: any Tracer
        let name: String
        let attributes: SpanAttributes
        let parent: ServiceContext
        let transition: RequestingTransition?
        let isOn: @Sendable () -> Bool

        func perform(_ body: () async -> Void) async {
            let span = begin()
            await ServiceContext.$current.withValue(context(of: span), operation: body)
            if !isOn() { span.attributes["strobe.cancelled"] = true }
            span.end()
        }

        func performInline(_ body: () -> Void) {
            let span = begin()
            ServiceContext.$current.withValue(context(of: span), operation: body)
            span.end()
        }

        private func begin() -> any Span {
            let span = tracer.startSpan(name, context: parent)
            if span.isRecording { span.attributes = attributes }
            return span
        }

        private func context(of span: any Span) -> ServiceContext {
            var context = span.context
            context.requestingTransition = transition
            return context
        }
    }

    /// The span of an action while its reducer, which may be suspended, is at work.
    struct ReductionSpan: WorkScope {
        let span: any Span

        func perform(_ body: () async -> Void) async {
            await ServiceContext.$current.withValue(span.context, operation: body)
        }

        func performInline(_ body: () -> Void) {
            ServiceContext.$current.withValue(span.context, operation: body)
        }
    }
#endif
