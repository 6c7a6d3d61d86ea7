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
/// Any number of tasks may send at once; answers are matched to their requests in any order. A client closes its
/// connection when it is released.
public final class DebugClient: Sendable {
    /// The process, if the client started it.
    public let child: ChildProcess?
    /// The peer of the connection.
    public var peer: Peer { channel.connection.peer }

    let channel: RequestChannel
    private let token: String?

    /// Creates a client that takes over a connection.
    ///
    /// - Parameters:
    ///   - connection: An open connection that is not read elsewhere.
    ///   - token: The token for `initialize`, on TCP.
    ///   - options: The options of the client.
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
    ///   - options: The options of the client.
    /// - Throws: `cannotConnect`, with advice.
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

    /// Starts a command and connects to its standard input and output.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - environment: Its environment; by default, that of this process.
    ///   - grouping: Which signals of the terminal reach it; by default, Ctrl-C does not.
    ///   - errorOutput: Where its standard error goes.
    ///   - options: The options of the client.
    /// - Throws: `cannotLaunch`, with advice.
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
    /// The last one is `closed`. If they are not taken in time, a `dropped` replaces those that did not fit.
    public var events: AsyncStream<ClientEvent> { events(isDecoded: true) }

    /// The same events, with each notification as an `unknown` one, for a consumer that passes them on.
    ///
    /// ``ClientEvent/decoded()`` decodes those that are of interest. Take events from here or from `events`, not both.
    public var undecodedEvents: AsyncStream<ClientEvent> { events(isDecoded: false) }

    private func events(isDecoded: Bool) -> AsyncStream<ClientEvent> {
        AsyncStream { [events = channel.events] in
            let event = await events.next()
            return isDecoded ? event?.decoded() : event
        } onCancel: { [events = channel.events] in
            events.abandon()
        }
    }

    /// Waits until all earlier events are taken from `events` and handled.
    ///
    /// After an answer, it returns when the events that came before that answer are handled. Some task must take
    /// events.
    public func drainEvents() async {
        await channel.events.drain()
    }

    /// The token for `initialize`.
    var handshakeToken: String? { token }

    /// Closes the connection and ends the process, if the client started one.
    ///
    /// Outstanding requests fail with `closed`. May be called any number of times.
    ///
    /// - Parameter grace: How long that process may take to end by itself.
    public func close(grace: Duration = .seconds(2)) async {
        channel.end(ClientError(.closed, "The client was closed. Connect again."), closingConnection: child == nil)
        await child?.terminate(grace: grace)
        await channel.connection.close()
    }
}
