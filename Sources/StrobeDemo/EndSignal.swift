import Foundation

/// The signals that ask a program to end, as something to wait for.
///
/// They are caught from its making on, so that sockets and discovery files can be removed before the end.
final class EndSignal: Sendable {
    private let signals: AsyncStream<Void>
    // Kept so that they continue to catch; never touched again.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Begins to catch SIGINT, SIGTERM and SIGHUP; returns once they are caught.
    init() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        let numbers = [SIGINT, SIGTERM, SIGHUP]
        sources = numbers.map { DispatchSource.makeSignalSource(signal: $0) }
        for (number, source) in zip(numbers, sources) {
            source.setEventHandler { continuation.yield() }
            // A signal has its usual effect until Dispatch catches it: ignoring it before would lose one.
            await withCheckedContinuation { caught in
                source.setRegistrationHandler { caught.resume() }
                source.resume()
            }
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
        }
    }

    /// Waits for one of them.
    func wait() async {
        for await _ in signals { return }
    }
}
