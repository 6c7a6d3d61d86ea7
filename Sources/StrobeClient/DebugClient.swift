internal import StrobeProtocol
public import StrobeTransport
internal import StrobeTree

/// A session with a debug server: requests with their answers, and events.
///
///     let session = try await client.initialize(client: .init(name: "example", version: "1.0"))
///     print(session.process.name, session.access)
///     let counter = try await client.send(StateGet(store: "counter"))
///     print(counter.seq, counter.value)
///     await client.close()
///
/// Any number of tasks may send at once; answers find their requests in whatever order they come. A client that is no
/// longer referenced closes its connection.
public final class DebugClient: Sendable {
    /// The process, if the client started it.
    public let child: ChildProcess?
    /// The other end.
    public var peer: Peer { channel.connection.peer }

    let channel: RequestChannel
    private let token: String?

    /// Makes a client that speaks over a connection, which belongs to it from now on.
    ///
    /// - Parameters:
    ///   - connection: An open connection that is not read elsewhere.
    ///   - token: The token for `initialize`, on TCP.
    ///   - options: How the client behaves.
    public convenience init(
        connection: any Connection, token: String? = nil, options: ClientOptions = ClientOptions()
    ) {
        self.init(connection: connection, token: token, child: nil, options: options)
    }

    private init(connection: any Connection, token: String?, child: ChildProcess?, options: ClientOptions) {
        self.child = child
        self.token = token
        channel = RequestChannel(connection, child: child, options: options)
        channel.start()
    }

    deinit {
        channel.end(ClientError(.closed, "The client was closed. Connect again."))
    }

    /// Connects to an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: Where the server listens.
    ///   - token: The token of its discovery file, on TCP.
    ///   - timeout: How long to try.
    ///   - options: How the client behaves.
    /// - Throws: `cannotConnect`, with what to do.
    public static func connect(
        to endpoint: Endpoint, token: String? = nil, timeout: Duration = .seconds(5),
        options: ClientOptions = ClientOptions()
    ) async throws(ClientError) -> DebugClient {
        do {
            let connection = try await Transport.connect(to: endpoint, timeout: timeout)
            return DebugClient(connection: connection, token: token, options: options)
        } catch {
            throw ClientError(.cannotConnect, error)
        }
    }

    /// Starts a command and speaks with it over its standard input and output.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - environment: Its environment; by default, that of this process.
    ///   - grouping: Which signals of the terminal reach it; by default Ctrl-C does not.
    ///   - errorOutput: Where its standard error goes.
    ///   - options: How the client behaves.
    /// - Throws: `cannotLaunch`, with what to do.
    public static func launch(
        command: [String], environment: [String: String]? = nil, grouping: ChildProcess.Grouping = .ownGroup,
        errorOutput: ChildProcess.ErrorOutput = .inherited, options: ClientOptions = ClientOptions()
    ) async throws(ClientError) -> DebugClient {
        do {
            let child = try await ChildProcess.launch(
                command: command, environment: environment, grouping: grouping, errorOutput: errorOutput)
            return DebugClient(connection: child.connection, token: nil, child: child, options: options)
        } catch {
            throw ClientError(.cannotLaunch, error)
        }
    }

    /// The events in order of arrival, for one consumer at a time.
    ///
    /// The last one is `closed`. If they are not taken in time, a `dropped` replaces those that had no room.
    public var events: AsyncStream<ClientEvent> {
        AsyncStream { [events = channel.events] in
            await events.next()
        } onCancel: { [events = channel.events] in
            events.abandon()
        }
    }

    /// Waits until the events that came before are taken from `events` and dealt with.
    ///
    /// What came before an answer is dealt with once this returns after that answer. Some task must be taking events.
    public func drainEvents() async {
        await channel.events.drain()
    }

    /// The token that `initialize` brings.
    var handshakeToken: String? { token }

    /// Closes the connection and ends the process, if the client started one.
    ///
    /// Outstanding requests fail with `closed`. May be called any number of times.
    ///
    /// - Parameter grace: How long such a process may take to end by itself.
    public func close(grace: Duration = .seconds(2)) async {
        channel.end(ClientError(.closed, "The client was closed. Connect again."), closingConnection: child == nil)
        await child?.terminate(grace: grace)
        await channel.connection.close()
    }
}
