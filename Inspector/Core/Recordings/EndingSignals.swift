import Dispatch
import StrobeSystem
import Synchronization

/// The signals that end a recording or a script: the first one is caught, the next one has its default effect.
package final class EndingSignals {
    private static let usual = [SIGINT, SIGTERM, SIGHUP]

    private struct State {
        var came: Int32?
        var onFirst: (@Sendable () -> Void)?
    }

    /// State shared between the handlers and the waiting task.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    private let shared = Shared()
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Catches the signals; returns once the handlers are installed.
    package init() async {
        // A signal that was ignored at the start stays ignored, as with `nohup`.
        let numbers = Self.usual.filter { !Self.isIgnored($0) }
        self.numbers = numbers
        sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip(numbers, sources) {
            source.setEventHandler { [shared] in
                // A second signal ends the program if the first takes too long.
                for number in numbers { signal(number, SIG_DFL) }
                let body = shared.state.withLock { state in
                    state.came = number
                    return state.onFirst
                }
                body?()
            }
            // A signal keeps its default effect until Dispatch catches it: ignoring it before could lose one.
            await withCheckedContinuation { caught in
                source.setRegistrationHandler { caught.resume() }
                source.resume()
            }
            #if canImport(Darwin)
                signal(number, SIG_IGN)
            #endif
        }
    }

    /// Sets the handler of the first signal; called at once if it has arrived.
    package func onFirst(_ body: @escaping @Sendable () -> Void) {
        let hasCome = shared.state.withLock { state in
            state.onFirst = body
            return state.came != nil
        }
        if hasCome { body() }
    }

    /// The signal that arrived.
    package var taken: Int32? { shared.state.withLock { $0.came } }

    /// Restores the default effect of the signals.
    package func restore() {
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return handler.map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
