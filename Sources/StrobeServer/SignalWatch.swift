internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Calls a closure whenever a signal comes, as long as it is kept.
final class SignalWatch: Sendable {
    /// The signals that have a handler.
    private static let handled = Mutex<Set<Int32>>([])

    // Made and resumed in the initialiser, cancelled in the deinitialiser; nobody touches it in between.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    /// Begins to watch; returns once no signal is missed.
    ///
    /// The signal does not end the process any more, also after this object is gone.
    init(_ number: Int32, _ body: @escaping @Sendable () -> Void) async {
        Self.handled.withLock { handled in
            // Once: on Linux the first source puts a handler of its own in place of this one, without which none hears of
            // the signal. A handler and not SIG_IGN: it can be seen from outside that the signal does no harm.
            if handled.insert(number).inserted { signal(number) { _ in } }
        }
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: body)
        // A thread of the system's library has to take it up first.
        await withCheckedContinuation { [source] taken in
            source.setRegistrationHandler { taken.resume() }
            source.resume()
        }
    }

    deinit {
        source.cancel()
    }
}
