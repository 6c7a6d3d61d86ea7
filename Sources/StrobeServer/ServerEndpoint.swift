/// Where a server listens for clients.
///
///     let opened = try await server.start(on: [.unix(path: path), .tcp()])
///     for case .tcp(_, let port) in opened { print("clients come to port \(port)") }
public enum ServerEndpoint: Sendable, Hashable {
    /// This process' standard input and output, for its parent process. What the program prints goes to standard error
    /// from then on.
    case stdio
    /// A TCP port of 127.0.0.1, open to clients with the token of the discovery file; 0 lets the system choose one.
    ///
    /// `Configuration.tokenFile` says how to choose the token, for clients that reach the port from elsewhere.
    case tcp(port: Int = 0)
    /// A Unix socket, open to processes of the same user; by default, in the user's runtime directory.
    case unix(path: String? = nil)
}
