import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals that ask a recording or a script to end: the first one is taken, the next one has its usual effect.
final class EndingSignals {
    private static let usual = [SIGINT, SIGTERM, SIGHUP]

    private struct State {
        var came: Int32?
        var onFirst: (@Sendable () -> Void)?
    }

    /// What the handlers share with whoever waits.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    private let shared = Shared()
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Takes the signals; returns once they are caught.
    init() async {
        // One that was ignored when this program was started stays so, as with `nohup`.
        let numbers = Self.usual.filter { !Self.isIgnored($0) }
        self.numbers = numbers
        sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip(numbers, sources) {
            source.setEventHandler { [shared] in
                // Who is waited for too long can be left with a second one.
                for number in numbers { signal(number, SIG_DFL) }
                let body = shared.state.withLock { state in
                    state.came = number
                    return state.onFirst
                }
                body?()
            }
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

    /// Sets what the first signal does; it is done at once if that has come.
    func onFirst(_ body: @escaping @Sendable () -> Void) {
        let hasCome = shared.state.withLock { state in
            state.onFirst = body
            return state.came != nil
        }
        if hasCome { body() }
    }

    /// The signal that came.
    var taken: Int32? { shared.state.withLock { $0.came } }

    /// Lets the signals have their usual effect again.
    func restore() {
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
