import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers a request that did not become a WebSocket, and ends the connection.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let guardian: RequestGuard
    private let admissions: Admissions
    private let page: @Sendable (_ host: String, _ nonce: String) -> [UInt8]
    private var head: HTTPRequestHead?
    /// A connection gets one answer: what follows its request is ignored.
    private var isAnswered = false

    init(
        _ guardian: RequestGuard, _ admissions: Admissions,
        page: @escaping @Sendable (_ host: String, _ nonce: String) -> [UInt8]
    ) {
        self.guardian = guardian
        self.admissions = admissions
        self.page = page
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: context.close(promise: nil)
        case .end:
            guard let head else { return }
            isAnswered = true
            answer(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused upgrade is answered as any other request.
        guard !(error is NIOWebSocketUpgradeError), !isAnswered else { return }
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard admissions.isOpen() else { return refuse(.tooMany, context) }
        switch guardian.verdict(head, isLocal: context.remoteAddress?.isLoopback ?? false) {
        case .closed:
            admissions.refuse()
            context.close(promise: nil)
        case .refused(let refusal):
            admissions.refuse()
            refuse(refusal, context)
        case .socket:
            // A request with a key got the socket before this handler; a request without `Upgrade` has none.
            admissions.refuse()
            refuse(.unauthorized, context)
        case .page(let host):
            let nonce = PageAnswer.nonce()
            let body = page(host, nonce)
            respond(.ok, PageAnswer.headers(host: host, nonce: nonce), body, context)
        }
    }

    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        respond(HTTPResponseStatus(statusCode: refusal.rawValue), PageAnswer.commonHeaders, [], context)
    }

    private func respond(
        _ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: [UInt8], _ context: ChannelHandlerContext
    ) {
        var headers = headers
        headers.add(name: "Content-Length", value: String(body.count))
        headers.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}

extension SocketAddress {
    /// Whether it is on the loopback interface.
    var isLoopback: Bool { ipAddress.map { $0 == "::1" || $0.hasPrefix("127.") } ?? false }
}
