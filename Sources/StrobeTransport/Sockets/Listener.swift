internal import NIOCore
internal import NIOPosix
internal import StrobeSystem
internal import Synchronization

/// An endpoint that accepts connections.
public final class Listener: Sendable {
    /// Where clients can connect; with the actual port if 0 was requested.
    public let endpoint: Endpoint
    /// The accepted connections, for one consumer; ends when the listener is closed.
    ///
    /// At most `backlog` connections wait here; further ones are closed at once.
    public let connections: AsyncStream<any Connection>

    private let channel: any Channel
    private let continuation: AsyncStream<any Connection>.Continuation
    /// `nil` once it was removed: another listener may have a new file there, even with the same identity.
    private let socketFile: Mutex<UnixSocketFile?>

    fileprivate init(
        _ channel: any Channel, _ endpoint: Endpoint, _ socketFile: UnixSocketFile?,
        _ stream: (stream: AsyncStream<any Connection>, continuation: AsyncStream<any Connection>.Continuation)
    ) {
        self.channel = channel
        self.endpoint = endpoint
        self.socketFile = Mutex(socketFile)
        connections = stream.stream
        continuation = stream.continuation
    }

    deinit {
        continuation.finish()
        channel.close(promise: nil)
        removeSocketFile()
    }

    /// Stops accepting connections and removes the socket file; existing connections stay open.
    ///
    /// May be called any number of times and from any task.
    public func close() async {
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
        continuation.finish()
        removeSocketFile()
    }

    private func removeSocketFile() {
        socketFile.withLock { file in
            file?.remove()
            file = nil
        }
    }
}

extension Transport {
    /// Listens on an endpoint.
    ///
    /// Only its owner can connect to a Unix socket (mode 0600); a socket file without a listener is replaced.
    /// TCP sockets are bound to this machine unless `allowingRemote` is set.
    ///
    /// - Parameters:
    ///   - endpoint: Where to listen; port 0 lets the operating system choose.
    ///   - allowingRemote: Whether an address that other machines can reach is accepted.
    ///   - backlog: How many connections may wait to be taken, at least 1.
    /// - Throws: `notLoopback`, `addressInUse` if another process listens there, `pathTooLong`, `cannotListen`.
    public static func listen(
        on endpoint: Endpoint, allowingRemote: Bool = false, backlog: Int = 64
    ) async throws(TransportError) -> Listener {
        guard allowingRemote || endpoint.isLocal else {
            throw TransportError(
                .notLoopback,
                "\(endpoint) can be reached from other machines. Listen on 127.0.0.1 or [::1], or allow it explicitly.")
        }
        let stream = AsyncStream<any Connection>.makeStream(bufferingPolicy: .bufferingOldest(max(1, backlog)))
        let continuation = stream.continuation
        let bootstrap = ServerBootstrap(group: group)
            // The operating system's queue is longer: a client that finds it full waits a second before it retries.
            .serverChannelOption(.backlog, value: Int32(clamping: max(1_024, backlog)))
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(on: channel.eventLoop))
                }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                ChannelConnection.prepare(channel).map { prepared in
                    // Deferred: the channel is registered after its initialiser, and read from after that.
                    channel.eventLoop.execute { offer(prepared, acceptedOn: endpoint, to: continuation) }
                }
            }
        switch endpoint {
        case .tcp(let host, let port):
            let name = host.lowercased() == "localhost" ? Endpoint.loopback : host
            do {
                let channel = try await bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .bind(host: name, port: port).get()
                let real = channel.localAddress?.port ?? port
                return Listener(channel, .tcp(host: name, port: real), nil, stream)
            } catch {
                throw cannotListen(on: endpoint, error)
            }
        case .unix(let path):
            let (socket, file) = try await UnixSocketFile.bind(path)
            do {
                let channel = try await bootstrap.withBoundSocket(socket).get()
                return Listener(channel, endpoint, file, stream)
            } catch {
                file.remove()
                throw cannotListen(on: endpoint, error)
            }
        }
    }

    /// Passes an accepted channel to the consumer of the listener's connections; closes it if too many wait.
    private static func offer(
        _ prepared: ChannelConnection.Prepared, acceptedOn endpoint: Endpoint,
        to continuation: AsyncStream<any Connection>.Continuation
    ) {
        Task {
            let connection = await ChannelConnection.make(prepared, endpoint: endpoint)
            if case .enqueued = continuation.yield(connection) { return }
            await connection.close()
        }
    }

    private static func cannotListen(on endpoint: Endpoint, _ error: any Error) -> TransportError {
        let number = (error as? IOError)?.errnoCode
        guard number == EADDRINUSE else {
            return TransportError(
                .cannotListen, "Cannot listen on \(endpoint): \(reason(error)). Choose another endpoint.",
                errorNumber: number)
        }
        return TransportError(
            .addressInUse, "\(endpoint) is in use by another process. Choose another port, or 0 for any free one.",
            errorNumber: number)
    }
}
