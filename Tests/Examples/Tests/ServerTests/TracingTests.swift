import InMemoryTracing
import Strobe
import StrobeTracing
import Testing
import Tracing

@Suite("Actions and effects as spans", .timeLimit(.minutes(5)))
struct TracingTests {
    enum Action: Sendable, Equatable { case logIn(password: String), loggedIn, refuse, ping }
    enum Effect: Sendable, Equatable { case ask(password: String) }
    typealias LoginStore = Store<[String], Action, Effect>

    struct Refused: Error, CustomStringConvertible { var description: String { "hunter2 is wrong" } }

    private let tracer = InMemoryTracer()
    private var options: TracingOptions { TracingOptions(tracer: tracer) }

    private func makeStore() -> LoginStore {
        LoginStore(initial: []) { log, action in
            log.append("\(action)")
            switch action {
            case .logIn(let password): return [.ask(password: password)]
            case .loggedIn, .ping: return []
            case .refuse: throw Refused()
            }
        }
    }

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        try #require(
            tracer.finishedSpans.first { $0.operationName == name }, "\(tracer.finishedSpans.map(\.operationName))")
    }

    @Test("what an effect dispatches is in its span, and that in the span of the action, in that of the request")
    func chain() async throws {
        let (store, done) = (makeStore(), Event<Void>())
        store.trace(as: "login", options: options)
        store.setEffectHandler { _, context in
            context.dispatch(.loggedIn)
            done.happen(())
        }
        let request = tracer.startSpan("request", context: .topLevel)
        ServiceContext.withValue(request.context) { store.dispatch(.logIn(password: "hunter2")) }
        request.end()
        try await done.next()
        store.cancelAllEffects()  // with the last effect its span has ended
        while tracer.finishedSpans.count < 4 { await Task.yield() }

        let (action, effect, answer) = (try span("login logIn"), try span("login ask"), try span("login loggedIn"))
        #expect(action.parentSpanID == request.spanID)
        #expect(effect.parentSpanID == action.spanID)
        #expect(answer.parentSpanID == effect.spanID)
        #expect(Set([action, effect, answer].map(\.traceID)) == [request.traceID])
        #expect(answer.attributes.get("strobe.seq") == .int64(2) && answer.attributes.get("strobe.cause") == .int64(1))
        #expect(answer.attributes.get("strobe.origin") == "effect" && answer.attributes.get("strobe.store") == "login")
        #expect(effect.attributes.get("strobe.effect") == "ask" && effect.attributes.get("strobe.cause") == .int64(1))
    }

    @Test("no span has a payload, a state or a reason")
    func hides() async throws {
        let (store, done) = (makeStore(), Event<Void>())
        store.trace(as: "login", options: options)
        store.setInlineEffectHandler { _, _ in done.happen(()) }
        store.dispatch(.logIn(password: "hunter2"))
        store.dispatch(.refuse)
        try await done.next()
        #expect(tracer.finishedSpans.count == 3)
        for span in tracer.finishedSpans {
            #expect(!"\(span.operationName) \(span.attributes) \(String(describing: span.status))".contains("hunter2"))
        }
    }

    @Test("a rejected action has an error status, and its reason where the program wants it to be told")
    func rejection() throws {
        let (silent, talking) = (makeStore(), makeStore())
        silent.trace(as: "silent", options: options)
        talking.trace(as: "talking", options: TracingOptions(tracer: tracer, showsReasons: true))
        silent.dispatch(.refuse)
        talking.dispatch(.refuse)
        #expect(try span("silent refuse").status == SpanStatus(code: .error, message: "rejected"))
        #expect(try span("talking refuse").status == SpanStatus(code: .error, message: "hunter2 is wrong"))
    }

    @Test("an action that waits its turn belongs to the request that dispatched it, not to the one that reduces it")
    func waitingTurn() throws {
        let store = makeStore()
        store.trace(as: "login", options: options)
        let (first, second) = (tracer.startSpan("a", context: .topLevel), tracer.startSpan("b", context: .topLevel))
        // While the first is delivered the second has to wait, and is reduced by what dispatched the first.
        let subscription = store.subscribe { log in
            if log.count == 1 { ServiceContext.withValue(second.context) { store.dispatch(.ping) } }
        }
        ServiceContext.withValue(first.context) { store.dispatch(.loggedIn) }
        subscription.cancel()
        #expect(try span("login loggedIn").parentSpanID == first.spanID)
        #expect(try span("login ping").parentSpanID == second.spanID)
    }

    @Test("what middleware dispatches is a child of the action that it was called for, whatever runs around it")
    func middleware() async throws {
        let (store, done) = (makeStore(), Event<Void>())
        store.trace(as: "login", options: options)
        let stranger = tracer.startSpan("stranger", context: .topLevel)
        store.addMiddleware { _, action, context in
            guard action == .loggedIn else { return }
            ServiceContext.withValue(stranger.context) { context.dispatch(.ping) }
        }
        let subscription = store.subscribe { log in if log.last == "ping" { done.happen(()) } }
        store.dispatch(.loggedIn)
        try await done.next()
        subscription.cancel()
        #expect(try span("login ping").parentSpanID == span("login loggedIn").spanID)
    }

    @Test("the reducer of an asynchronous store works in the span of its action")
    func asynchronous() async throws {
        let tracer = tracer
        let store = AsyncStore(initial: 0) { (count: Int, step: Int) in
            await tracer.withAnySpan("work") { _ in await Task.yield() }
            if step < 0 { throw Refused() }
            return count + step
        }
        store.trace(as: "counter", options: options)
        let request = tracer.startSpan("request", context: .topLevel)
        try await ServiceContext.withValue(request.context) { _ = try await store.receipt(of: 1) }
        _ = try await store.receipt(of: -1)
        let actions = tracer.finishedSpans.filter { $0.operationName == "counter Int" }
        let work = tracer.finishedSpans.filter { $0.operationName == "work" }
        #expect(actions.map(\.parentSpanID) == [request.spanID, nil])
        #expect(work.map(\.parentSpanID) == actions.map(\.spanID))
        #expect(actions.map { $0.attributes.get("strobe.seq") } == [.int64(1), .int64(2)])
        #expect(actions.last?.status == SpanStatus(code: .error, message: "rejected"))
    }

    @Test("a fault has a span with an error status that names its kind")
    func fault() throws {
        let store = makeStore()
        store.trace(as: "login", options: options)
        store.setFaultHandler { _ in }
        store.dispatch(.logIn(password: "hunter2"))  // there is no handler
        #expect(try span("login fault").status == SpanStatus(code: .error, message: "unhandledEffect"))
    }

    @Test("an effect that is cancelled says so, and no more than the program adds is told of an action")
    func cancelled() async throws {
        let (store, began) = (makeStore(), Event<Void>())
        store.trace(as: "login", options: options) { action, attributes in
            if case .logIn(let password) = action { attributes["length"] = password.count }
        }
        store.setEffectHandler { _, _ in
            began.happen(())
            try? await Task.sleep(for: .seconds(60))
        }
        store.dispatch(.logIn(password: "hunter2"))
        try await began.next()
        store.cancelAllEffects()
        while tracer.finishedSpans.count < 2 { await Task.yield() }
        #expect(try span("login ask").attributes.get("strobe.cancelled") == true)
        #expect(try span("login logIn").attributes.get("length") == .int64(7))
    }

    @Test("once the tracing ended there are no more spans, and others go on")
    func ended() throws {
        let (store, other) = (makeStore(), InMemoryTracer())
        let trace = store.trace(as: "login", options: options)
        store.trace(as: "other", options: TracingOptions(tracer: other))
        store.setInlineEffectHandler { _, _ in }
        store.dispatch(.logIn(password: "a"))
        trace.end()
        trace.end()
        store.dispatch(.logIn(password: "b"))
        #expect(tracer.finishedSpans.count == 2 && other.finishedSpans.count == 4)
        #expect(tracer.activeSpans.isEmpty && other.activeSpans.isEmpty)
    }
}
