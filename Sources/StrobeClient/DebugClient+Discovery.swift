internal import StrobeSystem
package import StrobeTransport

extension DebugClient {
    /// Connects to a discovered process by the first of its endpoints that answers.
    ///
    /// A Unix socket is used only if its server runs as this user or as the superuser.
    ///
    /// - Parameters:
    ///   - target: The result of `Discovery.find`.
    ///   - timeout: How long to try each endpoint.
    ///   - options: The options of the client.
    /// - Throws: `cannotConnect` or `insecure`, from the last endpoint tried.
    public static func connect(
        to target: Discovery.Target, timeout: Duration = .seconds(5), options: ClientOptions = ClientOptions()
    ) async throws(ClientError) -> DebugClient {
        var failure = ClientError(.cannotConnect, "The process does not listen on any endpoint. Start it with one.")
        for endpoint in target.endpoints {
            do throws(ClientError) {
                // A socket needs no token.
                let token = if case .tcp = endpoint { target.token } else { nil as String? }
                let client = try await connect(to: endpoint, token: token, timeout: timeout, options: options)
                guard let uid = client.peer.uid, uid != geteuid(), uid != 0 else { return client }
                await client.close()
                throw .foreign(endpoint.description, uid)
            } catch {
                failure = error
            }
        }
        throw failure
    }
}

extension DebugClient {
    /// Checks that a server that answered nothing runs as this user.
    ///
    /// - Throws: `insecure` with what to do if it runs as another one.
    package static func checkUser(of server: Peer) throws(ClientError) {
        // The system may not tell any more who closed the connection.
        guard let uid = server.uid ?? SystemUser.owner(of: server.address), uid != geteuid() else { return }
        throw .foreign(server.address, uid)
    }
}

extension ClientError {
    /// The error for a server of another user.
    fileprivate static func foreign(_ server: String, _ uid: UInt32) -> ClientError {
        ClientError(
            .insecure,
            "The server at \(server) runs as \(SystemUser.text(uid)), and you are \(SystemUser.text(geteuid())); it answers its "
                + "own user only. \(SystemUser.advice(uid)), or run both as the same.")
    }
}
