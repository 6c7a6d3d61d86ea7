import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Asks the demo's backend.
struct BackendClient: Sendable {
    let group: any EventLoopGroup
    let port: Int

    /// The largest answer that is accepted, in bytes.
    private static let maxBody = 1 << 20

    /// Sends one GET and gives the body of its answer.
    ///
    /// - Parameter path: The path of the resource, from `/`.
    /// - Throws: `BackendError` when the backend cannot be reached, refuses, or answers with too much.
    func get(_ path: String) async throws -> Data {
        try await answer(to: HTTPRequestHead(version: .http1_1, method: .GET, uri: path))
    }

    /// Sends one POST and gives the body of its answer.
    ///
    /// - Parameters:
    ///   - path: The path of the resource, from `/`.
    ///   - body: What is sent, as JSON.
    /// - Throws: `BackendError` when the backend cannot be reached, refuses, or answers with too much.
    func post(_ path: String, _ body: some Encodable) async throws -> Data {
        try await answer(
            to: HTTPRequestHead(version: .http1_1, method: .POST, uri: path), with: try JSONEncoder().encode(body))
    }

    private func answer(to request: HTTPRequestHead, with sent: Data? = nil) async throws -> Data {
        let channel: NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
        do {
            channel = try await ClientBootstrap(group: group)
                .connectTimeout(.seconds(5))
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw BackendError(message: "The backend cannot be reached.")
        }
        do {
            return try await Self.exchange(request, sent, on: channel)
        } catch let error as BackendError {
            throw error
        } catch {
            throw BackendError(message: "The connection to the backend broke off.")
        }
    }

    /// Sends a request and reads the answer to its end.
    private static func exchange(
        _ request: HTTPRequestHead, _ sent: Data?,
        on channel: NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
    ) async throws -> Data {
        try await channel.executeThenClose { inbound, outbound in
            var request = request
            request.headers = ["host": "127.0.0.1", "content-length": String(sent?.count ?? 0)]
            try await outbound.write(.head(request))
            if let sent { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: sent)))) }
            try await outbound.write(.end(nil))
            var body = Data()
            for try await part in inbound {
                switch part {
                case .head(let head) where head.status != .ok:
                    throw BackendError(
                        message: "The backend answered \(head.status.code) \(head.status.reasonPhrase).",
                        isRefusal: head.status == .unauthorized)
                case .head:
                    continue
                case .body(let bytes):
                    body.append(contentsOf: bytes.readableBytesView)
                    guard body.count <= maxBody else {
                        throw BackendError(message: "The backend answered with more than \(maxBody) bytes.")
                    }
                case .end:
                    return body
                }
            }
            throw BackendError(message: "The backend closed the connection before its answer was complete.")
        }
    }
}
