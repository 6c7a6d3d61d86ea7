internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Calls a closure whenever a signal comes, as long as it is kept.
final class SignalWatch: Sendable {
    // Made and resumed in the initialiser, cancelled in the deinitialiser; nobody touches it in between.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    /// Begins to watch; the signal does not end the process any more, also after this object is gone.
    init(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
        // A handler and not SIG_IGN: it can be seen from outside that the signal does no harm.
        signal(number) { _ in }
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: body)
        source.resume()
    }

    deinit {
        source.cancel()
    }
}
