import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeSystem

/// Shows what happens in a process until Ctrl-C, or until the process or the reader of the output is gone.
struct Follower: Sendable {
    /// How to find the process again; `nil` if its end is the end.
    var wayBack: Reattachment?

    /// What may happen meanwhile.
    private enum Event: Sendable {
        case stop
        case loss
        case found(Reattachment.Return?)
        case failure(any Error)
    }

    /// Runs until the end.
    ///
    /// - Parameter body: Starts what prints. It may return at once, or go on until it is cancelled; after the process
    ///   is back, the session goes on by itself.
    func run(_ session: Session, _ body: @escaping @Sendable (Session) async throws -> Void) async -> Outcome {
        let (events, happened) = AsyncStream.makeStream(of: Event.self)
        let signals = await EndingSignals()
        defer { signals.restore() }
        signals.onFirst { happened.yield(.stop) }
        ReaderLoss.watch(1) { happened.yield(.stop) }
        // What comes back is not introduced.
        await session.setFront(false)
        await session.setLossHandler { happened.yield(.loss) }
        let start: @Sendable () -> Task<Void, Never> = {
            Task {
                do { try await body(session) } catch { happened.yield(.failure(error)) }
            }
        }
        var running = start()
        var hasEnded = false
        var search: Task<Void, Never>?
        defer {
            running.cancel()
            search?.cancel()
        }
        for await event in events {
            switch event {
            case .stop: return .success
            case .failure(let error):
                let known = InspectorError(any: error)
                // The loss itself is another event.
                guard known.code != .connectionLost, known.code != .cancelled else {
                    hasEnded = true
                    continue
                }
                session.report(error)
                return known.code == .usage ? .usage : .commandFailed
            case .loss:
                guard let wayBack else { return .connectionLost }
                session.note("waiting for \(session.process?.title ?? "the process") to come back; Ctrl-C gives up")
                await session.client.close()
                search = Task {
                    let back = await wayBack.wait(for: session.process) {
                        []
                    } say: {
                        session.note($0)
                    }
                    happened.yield(.found(back))
                }
            case .found(nil): return .connectionLost
            case .found(let back?):
                await session.resume(back)
                // It was lost before all was set up.
                if hasEnded { (running, hasEnded) = (start(), false) }
            }
        }
        return .success
    }
}

extension Initialize.Process {
    /// Its name and its process id.
    var title: String { "\(name) (\(pid))" }
}

/// Reports when the reading end of a descriptor is closed.
private enum ReaderLoss {
    /// Calls a closure once the reader of a pipe or the terminal is gone; never for a file.
    static func watch(_ descriptor: Int32, _ body: @escaping @Sendable () -> Void) {
        SystemThread.start(name: "strobe-reader") {
            // Nothing is asked for: only errors and hang-ups are reported.
            var poll = pollfd(fd: descriptor, events: 0, revents: 0)
            while StrobeSystem.poll(&poll, 1, -1) < 0, errno == EINTR {}
            if Int32(poll.revents) & Int32(POLLERR | POLLHUP) != 0 { body() }
        }
    }
}
