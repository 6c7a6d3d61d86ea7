public import Dispatch

public enum Mobius {
    public static func loop<Model, Event, Effect, Handler: Connectable>(
        update: @escaping (Model, Event) -> Next<Model, Effect>, effectHandler: Handler
    ) -> Builder<Model, Event, Effect> where Handler.Input == Effect, Handler.Output == Event {
        Builder(update: update, handler: effectHandler.connect)
    }

    public struct Builder<Model, Event, Effect> {
        let update: (Model, Event) -> Next<Model, Effect>
        let handler: (@escaping Consumer<Event>) -> Connection<Effect>
        var source: (@escaping Consumer<Event>) -> (any Disposable)? = { _ in nil }
        var transformer: ConsumerTransformer<Event> = { $0 }
        var didInitiate: (Model, First<Model, Effect>) -> Void = { _, _ in }
        var didUpdate: (Model, Event, Next<Model, Effect>) -> Void = { _, _, _ in }

        public func withEventSource<Source: EventSource>(_ eventSource: Source) -> Builder
        where Source.Event == Event {
            var builder = self
            builder.source = eventSource.subscribe
            return builder
        }

        public func withLogger<Logger: MobiusLogger>(_ logger: Logger) -> Builder
        where Logger.Model == Model, Logger.Event == Event, Logger.Effect == Effect {
            var builder = self
            (builder.didInitiate, builder.didUpdate) = (logger.didInitiate, logger.didUpdate)
            return builder
        }

        /// A transformer that was given before is asked after this one.
        public func withEventConsumerTransformer(_ transformer: @escaping ConsumerTransformer<Event>) -> Builder {
            var builder = self
            builder.transformer = { [old = self.transformer] consumer in transformer(old(consumer)) }
            return builder
        }

        public func makeController(
            from initialModel: Model, initiate: Initiate<Model, Effect>? = nil, loopQueue: DispatchQueue,
            viewQueue: DispatchQueue = .main
        ) -> MobiusController<Model, Event, Effect> {
            MobiusController(self, initialModel, initiate, loopQueue)
        }
    }
}

/// Starts a loop and stops it; all that happens in the loop happens on a queue that targets the one that was given.
public final class MobiusController<Model, Event, Effect> {
    private let builder: Mobius.Builder<Model, Event, Effect>
    private let initiate: Initiate<Model, Effect>?
    private let queue: DispatchQueue
    private var stopped: Model
    private var loop: Loop<Model, Event, Effect>?
    private let isRunning = Switch()

    init(
        _ builder: Mobius.Builder<Model, Event, Effect>, _ model: Model, _ initiate: Initiate<Model, Effect>?,
        _ target: DispatchQueue
    ) {
        (self.initiate, stopped) = (initiate, model)
        let queue = DispatchQueue(label: "MobiusController", target: target)
        self.queue = queue
        self.builder = builder.withEventConsumerTransformer { [isRunning] consumer in
            nonisolated(unsafe) let consumer = consumer
            return { event in
                nonisolated(unsafe) let event = event
                queue.async { if isRunning.isOn { consumer(event) } }
            }
        }
    }

    public var running: Bool { queue.sync { loop != nil } }

    public var model: Model { queue.sync { loop?.model ?? stopped } }

    public func start() {
        queue.sync {
            precondition(loop == nil, "cannot start a controller while already running")
            let first = initiate?(stopped) ?? First(model: stopped)
            if initiate != nil { builder.didInitiate(stopped, first) }
            let loop = Loop(builder, first.model)
            (self.loop, isRunning.isOn) = (loop, true)
            loop.start(first.effects)
        }
    }

    public func stop() {
        queue.sync {
            guard let loop else { preconditionFailure("cannot stop a controller while not running") }
            loop.dispose()
            (stopped, self.loop, isRunning.isOn) = (loop.model, nil, false)
        }
    }

    public func replaceModel(_ model: Model) {
        queue.sync {
            precondition(loop == nil, "cannot replace model while running")
            stopped = model
        }
    }
}

/// Only used on the queue of its controller.
private final class Switch: @unchecked Sendable {
    var isOn = false
}

/// What runs between start and stop.
private final class Loop<Model, Event, Effect> {
    private(set) var model: Model
    private var consumeEvent: Consumer<Event> = { _ in }
    private var handler: Connection<Effect>?
    private var source: (any Disposable)?

    init(_ builder: Mobius.Builder<Model, Event, Effect>, _ model: Model) {
        self.model = model
        // The library's consumer does not keep its loop alive either, and may not be called once that is gone.
        consumeEvent = builder.transformer { [unowned self] event in
            let next = builder.update(self.model, event)
            builder.didUpdate(self.model, event, next)
            if let model = next.model { self.model = model }
            start(next.effects)
        }
        handler = builder.handler(consumeEvent)
        source = builder.source(consumeEvent)
    }

    func start(_ effects: [Effect]) {
        for effect in effects { handler?.accept(effect) }
    }

    func dispose() {
        handler?.dispose()
        source?.dispose()
    }
}
