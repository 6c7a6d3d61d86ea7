internal import DequeModule
internal import StrobeSystem
internal import Synchronization

/// A thread that reads one descriptor on demand and writes another, both of any kind.
///
/// The standard streams are shared with other processes, so they must not be made non-blocking, and `epoll` refuses
/// regular files and `/dev/null`. Hence `poll`, which accepts all of them, and chunks that a ready descriptor takes
/// without blocking. The thread owns the descriptors and closes them at its end; everything else is under a lock.
final class DescriptorLoop: Sendable {
    private struct Write {
        var bytes: ArraySlice<UInt8>
        var continuation: CheckedContinuation<TransportError?, Never>
    }

    private struct State {
        var wantsInput = false
        var inputEnded = false
        var writes: Deque<Write> = []
        var outputError: TransportError?
        var closed = false

        mutating func takeWrites() -> Deque<Write> {
            defer { writes = [] }
            return writes
        }
    }

    /// The size that a ready pipe takes without blocking: `PIPE_BUF`, which is 512 on Darwin.
    #if canImport(Glibc)
        private static let piece = 4096
    #else
        private static let piece = 512
    #endif

    let inbox = LineInbox(limit: Transport.defaultLineLimit)
    private let state = Mutex(State())
    private let input: CInt
    private let output: CInt
    private let peer: Peer
    private let wake: (read: CInt, write: CInt)

    init(input: CInt, output: CInt, peer: Peer) throws(TransportError) {
        self.input = input
        self.output = output
        self.peer = peer
        do {
            wake = try Descriptor.pipe()
        } catch {
            Descriptor.close(input)
            Descriptor.close(output)
            throw error
        }
        _ = fcntl(wake.read, F_SETFL, O_NONBLOCK)
        _ = fcntl(wake.write, F_SETFL, O_NONBLOCK)
    }

    /// Starts the thread, which runs until `close()`.
    func start() {
        SystemThread.start(name: "strobe.\(peer.kind.rawValue)") { self.run() }
    }

    /// Requests more input.
    func demand() {
        state.withLock { state in
            state.wantsInput = true
            signal(state)
        }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<TransportError?, Never>) in
            let answer = state.withLock { state -> TransportError?? in
                if state.closed { return .some(.closedHere("\(peer)")) }
                if state.outputError != nil || bytes.isEmpty { return .some(state.outputError) }
                state.writes.append(Write(bytes: bytes[...], continuation: continuation))
                signal(state)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        if let error { throw error }
    }

    /// Ends the thread; waiting reads and writes end at once.
    func close() {
        inbox.close()
        let failed = state.withLock { state -> Deque<Write> in
            guard !state.closed else { return [] }
            signal(state)
            state.closed = true
            return state.takeWrites()
        }
        for write in failed { write.continuation.resume(returning: .closedHere("\(peer)")) }
    }

    /// Wakes the thread.
    ///
    /// Under the lock and never after closing, so that the descriptor still belongs to this loop.
    private func signal(_ state: borrowing State) {
        guard !state.closed else { return }
        var byte: UInt8 = 1
        _ = systemWrite(wake.write, &byte, 1)
    }

    // MARK: - Thread

    private func run() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while let (reads, writes) = interests() {
            var polled = [
                pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: reads ? input : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: writes ? output : -1, events: Int16(POLLOUT), revents: 0),
            ]
            let ready = poll(&polled, nfds_t(polled.count), -1)
            guard ready > 0 else {
                if ready < 0, errno != EINTR, errno != EAGAIN { break }
                continue
            }
            if polled[0].revents != 0 {
                _ = buffer.withUnsafeMutableBytes { read(wake.read, $0.baseAddress, $0.count) }
            }
            // Whatever poll reports, try: the call itself reports an error, if there is one.
            if polled[1].revents != 0 { receive(&buffer) }
            if polled[2].revents != 0 { send() }
        }
        close()
        for descriptor in [input, output, wake.read, wake.write] { Descriptor.close(descriptor) }
    }

    /// The directions to wait for; `nil` once closed.
    private func interests() -> (reads: Bool, writes: Bool)? {
        state.withLock { state in
            state.closed ? nil : (state.wantsInput && !state.inputEnded, !state.writes.isEmpty)
        }
    }

    private func receive(_ buffer: inout [UInt8]) {
        state.withLock { $0.wantsInput = false }
        let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        let number = errno
        if count > 0 {
            buffer.withUnsafeBytes { inbox.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        } else if count == 0 {
            state.withLock { $0.inputEnded = true }
            inbox.finish()
        } else if ![EINTR, EAGAIN].contains(number) {
            state.withLock { $0.inputEnded = true }
            inbox.fail(failure("read from", number))
        }
        if inbox.isWaiting { state.withLock { $0.wantsInput = true } }
    }

    private func send() {
        // Copies the bytes, since closing drops the queue while this thread writes.
        let bytes = state.withLock { Array($0.writes.first?.bytes.prefix(Self.piece) ?? []) }
        guard !bytes.isEmpty else { return }
        let count = bytes.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
        let number = errno
        let (ended, error) = state.withLock { state -> (Deque<Write>, TransportError?) in
            guard !state.writes.isEmpty else { return ([], nil) }
            if count > 0 {
                state.writes[0].bytes = state.writes[0].bytes.dropFirst(count)
                return (state.writes[0].bytes.isEmpty ? [state.writes.removeFirst()] : [], nil)
            }
            guard count < 0, ![EINTR, EAGAIN].contains(number) else { return ([], nil) }
            let error = failure("write to", number)
            state.outputError = error
            return (state.takeWrites(), error)
        }
        for write in ended { write.continuation.resume(returning: error) }
    }

    private func failure(_ operation: String, _ number: CInt) -> TransportError {
        TransportError(
            number == EPIPE || number == ECONNRESET ? .closed : .inputOutput,
            "Cannot \(operation) \(peer): \(SystemError.text(number)). Start the session again.", errorNumber: number)
    }
}
