import Dispatch
@preconcurrency import MobiusCore
import StrobeServer

/// Shows a Mobius loop to a debug server; the queue of the loop has to be serial.
final class MobiusTarget<M: Sendable, E: Sendable, F: Sendable>: MobiusLogger, EventSource, @unchecked Sendable {
    struct Stopped: Error, CustomStringConvertible { let description = "The loop does not run." }
    private let target: DebugTarget<M, E>
    private let queue: DispatchQueue
    private let isOnQueue = DispatchSpecificKey<Bool>()
    /// What the loop takes events with, on its queue; `nil` while it does not run.
    private var next: Consumer<E>?

    init(_ target: DebugTarget<M, E>, loopQueue: DispatchQueue) {
        (self.target, queue) = (target, loopQueue)
        queue.setSpecific(key: isOnQueue, value: true)
        target.onDispatch { [weak self] event in
            guard let self, queue.sync(execute: { self.next != nil }) else { throw Stopped() }
            enter(event)
        }
    }
    func gate(_ next: @escaping Consumer<E>) -> Consumer<E> {
        self.next = next
        return enter
    }
    private func enter(_ event: E) { target.admit(event) { self.apply($0) } }
    private func apply(_ event: E) {
        if DispatchQueue.getSpecific(key: isOnQueue) == true { next?(event) } else { queue.sync { next?(event) } }
    }
    func subscribe(consumer: @escaping Consumer<E>) -> any Disposable { AnonymousDisposable { self.next = nil } }
    func didInitiate(model: M, first: First<M, F>) { target.report(nil, state: first.model) }
    func didUpdate(model: M, event: E, next: Next<M, F>) {
        target.report(event, state: next.model ?? model, effects: next.effects)
    }

    /// Lets clients restore models: the controller is then stopped, and started again.
    func restore(with controller: MobiusController<M, E, F>) {
        target.onRestore { @MainActor [weak controller, target] model in
            guard let controller, controller.running else { throw Stopped() }
            controller.stop()
            controller.replaceModel(model)
            target.report(nil, state: model)
            controller.start()
        }
    }
}
