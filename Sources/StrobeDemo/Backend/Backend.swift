import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A small HTTP server on the loopback interface, so that the demo's effects are real: slow, and failing now and then.
final class Backend: Sendable {
    /// The port of 127.0.0.1 that it listens on.
    let port: Int

    private let channel: any Channel

    private init(channel: any Channel, port: Int) {
        self.channel = channel
        self.port = port
    }

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - group: The event loops that it runs on.
    ///   - delay: How long every answer takes.
    static func start(on group: any EventLoopGroup, delay: TimeAmount) async throws -> Backend {
        let counter = RequestCounter()
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(BackendHandler(counter: counter, delay: delay))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port else {
            throw BackendError(message: "The demo's backend could not bind a port on 127.0.0.1.")
        }
        return Backend(channel: channel, port: port)
    }

    /// The URL of a resource.
    func url(of route: BackendRoute) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(route.path)") else {
            throw BackendError(message: "The backend's address is not a URL.")
        }
        return url
    }

    /// Stops listening.
    func stop() async throws {
        try await channel.close()
    }
}

/// Counts the requests of each route, over all connections.
private final class RequestCounter: Sendable {
    private let counts = Mutex<[BackendRoute: Int]>([:])

    func next(_ route: BackendRoute) -> Int {
        counts.withLock { counts in
            counts[route, default: 0] += 1
            return counts[route, default: 1]
        }
    }
}

private final class BackendHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let counter: RequestCounter
    private let delay: TimeAmount
    private var uri = ""
    private var request = Data()

    /// The largest request that is read, in bytes.
    private static let maxRequest = 1 << 16

    init(counter: RequestCounter, delay: TimeAmount) {
        self.counter = counter
        self.delay = delay
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            uri = head.uri
            request = Data()
        case .body(let bytes):
            guard request.count + bytes.readableBytes <= Self.maxRequest else { return context.close(promise: nil) }
            request.append(contentsOf: bytes.readableBytesView)
        case .end:
            let parts = uri.split(separator: "/", maxSplits: 1).map(String.init)
            let route = parts.first.flatMap(BackendRoute.init(rawValue:))
            let answer =
                route.map {
                    $0.answer(to: request, of: parts.count > 1 ? parts[1] : nil, count: counter.next($0))
                } ?? .unknown
            context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
                self.send(answer, context: context)
            }
        }
    }

    private func send(_ answer: BackendAnswer, context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let body = answer.body
        let headers: HTTPHeaders = [
            "content-type": answer.contentType, "content-length": String(body.count), "connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
