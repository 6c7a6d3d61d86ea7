internal import NIOCore
internal import NIOPosix
internal import StrobeSystem

extension Transport {
    /// Connects to a server.
    ///
    /// Cancelling the task does not shorten the attempt; its timeout does.
    ///
    /// - Parameters:
    ///   - endpoint: Where the server listens.
    ///   - timeout: How long to try, including name lookup.
    /// - Returns: The open connection.
    /// - Throws: `cannotConnect` if no process listens there, `timedOut`, `pathTooLong`.
    public static func connect(
        to endpoint: Endpoint, timeout: Duration = .seconds(5)
    ) async throws(TransportError) -> any Connection {
        let bootstrap = ClientBootstrap(group: group)
            .connectTimeout(.nanoseconds(timeout.wholeNanoseconds))
            .channelOption(.autoRead, value: false)
            .channelOption(.allowRemoteHalfClosure, value: true)
        do {
            let prepared: ChannelConnection.Prepared
            switch endpoint {
            case .tcp(let host, let port):
                prepared = try await bootstrap.channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .connect(host: host, port: port) { ChannelConnection.prepare($0) }
            case .unix(let path):
                try UnixSocketPath.check(path)
                prepared = try await bootstrap.connect(unixDomainSocketPath: path) { ChannelConnection.prepare($0) }
            }
            return await ChannelConnection.make(prepared, endpoint: endpoint)
        } catch let error as TransportError {
            throw error
        } catch ChannelError.connectTimeout {
            throw TransportError(
                .timedOut, "\(endpoint) did not answer within \(timeout). Check that the server is running there.")
        } catch {
            let number = (error as? IOError)?.errnoCode
            let why =
                if case .unix(let path) = endpoint {
                    SocketObstacle.text(path, number)
                } else {
                    "\(reason(error)). Check that the server is running there."
                }
            throw TransportError(.cannotConnect, "Cannot connect to \(endpoint): \(why)", errorNumber: number)
        }
    }

    /// The text of an error of the operating system or SwiftNIO.
    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: SystemError.text(error.errnoCode)
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first {
                reason(first.error)
            } else {
                "the host name is unknown"
            }
        default: String(describing: error)
        }
    }
}

extension Duration {
    /// The number of nanoseconds, clamped to `Int64`; 0 if negative.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflows ? .max : sum
    }
}
