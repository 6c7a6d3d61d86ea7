public import StrobeProtocol
public import StrobeTree

extension DebugClient {
    /// Opens the session; must be the first request.
    ///
    /// - Parameters:
    ///   - client: The name and version of the program.
    ///   - access: The access to request; by default, the server's default.
    /// - Returns: The server's name, capabilities and granted access.
    /// - Throws: `refused`, `insecure` if the server answers another user only, `malformedAnswer` for another version of the
    ///   protocol, and the errors of `send`.
    public func initialize(
        client: Initialize.Party, access: Access? = nil
    ) async throws(ClientError) -> Initialize.Result {
        let answer: Initialize.Result
        do {
            answer = try await send(Initialize(client: client, token: handshakeToken, access: access))
        } catch {
            throw explained(error)
        }
        guard answer.protocolVersion == protocolVersionNumber else {
            throw ClientError(
                .malformedAnswer,
                "The server speaks version \(answer.protocolVersion) of the protocol, this client version "
                    + "\(protocolVersionNumber). Use a client of the server's version.")
        }
        channel.setRequestLimit(answer.limits.lineBytes)
        return answer
    }

    /// The error of a failed handshake, with what this side knows of the reason.
    private func explained(_ error: ClientError) -> ClientError {
        var error = error
        switch error.code {
        case .connectionLost where peer.kind == .unix:
            do {
                try Self.checkUser(of: peer)
            } catch {
                return error
            }
            error.message += " If the socket is forwarded, perhaps nothing listens at the other end."
        case .connectionLost where peer.kind == .tcp:
            error.message +=
                " If the port is forwarded, perhaps nothing listens there; or too many wrong tokens were just tried."
        case .refused where error.serverError?.code == .unauthorized:
            error.message =
                handshakeToken == nil
                ? "\(peer) needs a token. Where its process runs, `strobe token PID` prints it. Here, give it in a file with "
                    + "--token-file, or in the variable STROBE_TOKEN."
                : "\(peer) refuses this token. Unless one is chosen, a process makes a new token each time it starts; "
                    + "`strobe token PID` prints it where the process runs."
        default: break
        }
        return error
    }

    /// Sends a request and waits for its answer.
    ///
    /// If the task is cancelled or the time is over, `$/cancelRequest` is sent and the request ends at once; it is then
    /// unknown whether the server carried it out.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - timeout: How long it may take; the client's `requestTimeout` if `nil`.
    /// - Throws: `refused` with the server's error; `malformedAnswer`, `timedOut`, `cancelled`, `tooLarge`,
    ///   `connectionLost`, `closed`.
    @discardableResult
    public func send<R: Request>(
        _ request: R, timeout: Duration? = nil
    ) async throws(ClientError) -> R.Result {
        try await answer(to: request, timeout: timeout).result
    }

    /// Sends a request and waits for its answer, which is also returned raw.
    ///
    /// - Parameters:
    ///   - request: The message.
    ///   - timeout: How long it may take; the client's `requestTimeout` if `nil`.
    /// - Throws: The errors of `send`.
    package func answer<R: Request>(
        to request: R, timeout: Duration? = nil
    ) async throws(ClientError) -> Answer<R.Result> {
        try Self.answer(
            to: R.self, in: try await channel.exchange(R.method, try Self.params(of: request), timeout: timeout))
    }

    /// The parameters of a request.
    ///
    /// - Throws: `tooLarge` or `refused` if they cannot be written.
    package static func params(of request: some Request) throws(ClientError) -> Value.Object {
        do {
            return try request.params()
        } catch {
            throw .unwritable(error)
        }
    }

    /// The answer that a result object is.
    ///
    /// - Throws: `malformedAnswer` if it is not one.
    package static func answer<R: Request>(to _: R.Type, in raw: Value) throws(ClientError) -> Answer<R.Result> {
        do {
            return Answer(raw: raw, result: try R.result(from: raw))
        } catch {
            throw ClientError(.malformedAnswer, error.message)
        }
    }

    /// Sends a request by name and returns the raw answer.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - params: The parameters: an object, or `nil` for none.
    ///   - timeout: How long it may take; the client's `requestTimeout` if `nil`.
    /// - Throws: The errors of `send`, and `refused` if the parameters are not an object.
    public func request(
        method: String, params: Value? = nil, timeout: Duration? = nil
    ) async throws(ClientError) -> Value {
        switch params {
        case nil, .null: return try await channel.exchange(method, [:], timeout: timeout)
        case .object(let members): return try await channel.exchange(method, members, timeout: timeout)
        default:
            throw ClientError(ProtocolError(.invalidParams, "The parameters of \(method) must be a JSON object."))
        }
    }

    /// Sends a notification; returns once it is queued after earlier messages.
    ///
    /// - Throws: `tooLarge`, `connectionLost`, `closed`.
    public func notify(_ notification: some ProtocolNotification) throws(ClientError) {
        let envelope: Envelope
        do {
            envelope = try .notification(notification)
        } catch {
            throw .unwritable(error)
        }
        try channel.post(envelope)
    }
}
