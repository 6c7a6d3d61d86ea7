import Foundation

/// The signals that ask a program to end, as something to wait for.
enum EndSignal {
    /// Waits for SIGINT, SIGTERM or SIGHUP, so that sockets and discovery files can be removed before the end.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
    }
}
