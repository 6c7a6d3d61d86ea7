import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import StrobeSystem
import Synchronization

/// The server of the live page, on the loopback interface alone.
package final class WebServer: Sendable {
    /// The most connections at a time, of which 16 are pages.
    private static let mostConnections = 128

    private struct Connections {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    /// The port that it listens on.
    package let port: Int
    private let listener: any Channel
    private let admissions: Admissions
    private let connections: Connecting

    /// The open connections.
    private final class Connecting: Sendable {
        private let state = Mutex(Connections())

        /// Adds a connection, unless there are too many.
        func add(_ channel: any Channel) -> Bool {
            let isTaken = state.withLock { state in
                guard !state.isClosed, state.channels.count < WebServer.mostConnections else { return false }
                state.channels[ObjectIdentifier(channel)] = channel
                return true
            }
            guard isTaken else { return false }
            channel.closeFuture.whenComplete { [self] _ in
                state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
            }
            return true
        }

        /// All connections; no more are added.
        func end() -> [any Channel] {
            state.withLock { state in
                state.isClosed = true
                return Array(state.channels.values)
            }
        }
    }

    private init(_ listener: any Channel, _ port: Int, _ admissions: Admissions, _ connections: Connecting) {
        (self.listener, self.port, self.admissions, self.connections) = (listener, port, admissions, connections)
    }

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any that is free.
    ///   - target: What the pages show.
    package static func start(port: Int = 0, _ target: WebTarget) async throws(WebError) -> WebServer {
        let (admissions, connections) = (Admissions(), Connecting())
        do {
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    guard connections.add(channel) else { return channel.close() }
                    return channel.eventLoop.makeCompletedFuture {
                        try Self.set(up: channel, admissions, target)
                    }
                }
                .bind(host: "127.0.0.1", port: port).get()
            guard let port = listener.localAddress?.port else { throw WebError("The server has no port. Try again.") }
            return WebServer(listener, port, admissions, connections)
        } catch {
            throw WebError(
                "The page cannot be served at 127.0.0.1:\(port): \(error). Choose another port with --port, or none.")
        }
    }

    /// A link that opens one page, within a minute.
    package func link() -> String { Self.link(port, admissions) }

    /// Closes all connections, and listens no more.
    package func close() async {
        try? await listener.close().get()
        for channel in connections.end() { try? await channel.close().get() }
    }

    private static func link(_ port: Int, _ admissions: Admissions) -> String {
        "http://127.0.0.1:\(port)/#\(admissions.link())"
    }

    /// The handlers of a new connection.
    private static func set(up channel: any Channel, _ admissions: Admissions, _ target: WebTarget) throws {
        guard let port = channel.localAddress?.port else { throw WebError("The connection has no port.") }
        let guardian = RequestGuard(port: port)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HeadLimit())
        let admitted = Admitted()
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: MessageReader.messageBytes,
            shouldUpgrade: { channel, head in
                let isLocal = channel.remoteAddress?.isLoopback ?? false
                guard admissions.isOpen(), case .socket(let key) = guardian.verdict(head, isLocal: isLocal),
                    let admission = admissions.admit(key)
                else { return channel.eventLoop.makeSucceededFuture(nil) }
                admitted.admission.withLock { $0 = admission }
                channel.closeFuture.whenComplete { _ in admissions.leave() }
                return channel.eventLoop.makeSucceededFuture(["Sec-WebSocket-Protocol": RequestGuard.subprotocol])
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let admission = admitted.admission.withLock { $0 }
                    let writer = SocketWriter(channel)
                    let session = PageSession(
                        target, key: admission?.session ?? "", link: { Self.link(port, admissions) }, writer)
                    let handlers = channel.pipeline.syncOperations
                    try handlers.removeHeadLimit()
                    try handlers.addHandler(SocketHandler(session, writer))
                }
            })
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    let handlers = context.pipeline.syncOperations
                    guard let handler = try? handlers.handler(type: RequestHandler.self) else { return }
                    handlers.removeHandler(handler, promise: nil)
                }
            ), withErrorHandling: false)
        try pipeline.addHandler(
            RequestHandler(guardian, admissions) { LivePage.bytes(host: $0, nonce: $1) })
    }

    /// What was decided before the connection becomes a WebSocket.
    private final class Admitted: Sendable {
        let admission = Mutex<Admissions.Admission?>(nil)
    }
}

extension ChannelPipeline.SynchronousOperations {
    fileprivate func removeHeadLimit() throws {
        removeHandler(try handler(type: HeadLimit.self), promise: nil)
    }
}
