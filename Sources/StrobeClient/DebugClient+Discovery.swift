internal import StrobeSystem
internal import StrobeTransport

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
                let client = try await connect(to: endpoint, token: target.token, timeout: timeout, options: options)
                guard let uid = client.peer.uid, uid != geteuid(), uid != 0 else { return client }
                await client.close()
                throw ClientError(
                    .insecure, "The server at \(endpoint) runs as user \(uid). Connect only to your own processes.")
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
