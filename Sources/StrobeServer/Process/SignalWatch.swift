internal import Dispatch
internal import StrobeSystem
internal import Synchronization

/// Calls a closure whenever a signal arrives, as long as it is retained.
final class SignalWatch: Sendable {
    /// The signals that have a handler.
    private static let handled = Mutex<Set<Int32>>([])

    // Created and resumed in the initialiser, cancelled in the deinitialiser, and not accessed in between.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    /// Starts watching; returns once no signal is missed.
    ///
    /// The signal no longer ends the process, even after this object is gone.
    init(_ number: Int32, _ body: @escaping @Sendable () -> Void) async {
        Self.handled.withLock { handled in
            // Once: on Linux the first source replaces this handler with its own, without which no source receives the
            // signal. A handler and not SIG_IGN, so that it is visible from outside that the signal does no harm.
            if handled.insert(number).inserted { signal(number) { _ in } }
        }
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: body)
        // A thread of the system's library has to register it first.
        await withCheckedContinuation { [source] taken in
            source.setRegistrationHandler { taken.resume() }
            source.resume()
        }
    }

    deinit {
        source.cancel()
    }
}
