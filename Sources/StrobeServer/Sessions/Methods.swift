internal import StrobeProtocol

/// A request that a session answers itself, as it concerns no store or all stores.
protocol SessionMethod: Request {
    /// Computes the answer, one request of a session at a time, in order of arrival.
    func answer(in session: ClientSession) async throws -> Result
}

/// The table of methods; each handler is an extension of its message.
enum Methods {
    /// Computes the line of an answer.
    private typealias Handler = @Sendable (IncomingRequest, ClientSession) async throws -> [UInt8]

    private static let table: [String: Handler] = {
        var table: [String: Handler] = [:]
        for type in MethodRegistry.requests {
            if let type = type as? any StoreMethod.Type {
                table[type.method] = handler(of: type)
            } else if let type = type as? any SessionMethod.Type {
                table[type.method] = handler(of: type)
            }
        }
        return table
    }()

    /// The answered methods, in the order of the specification.
    static let answered = MethodRegistry.requests.map { $0.method }.filter { table[$0] != nil }

    /// Answers a request.
    ///
    /// - Returns: The line of the answer, which may be an error.
    static func answer(_ request: IncomingRequest, in session: ClientSession) async -> [UInt8] {
        do {
            try Task.checkCancellation()
            guard let handler = table[request.method] else { throw ProtocolError.unanswered(method: request.method) }
            return try await handler(request, session)
        } catch {
            return LineEncoding.failure(request.id, ProtocolError(describing: error))
        }
    }

    private static func handler<Message: SessionMethod>(of type: Message.Type) -> Handler {
        { try await answer($0, in: $1) { (message: Message, session) in try await message.answer(in: session) } }
    }

    private static func handler<Message: StoreMethod>(of type: Message.Type) -> Handler {
        { try await answer($0, in: $1) { (message: Message, session) in try await session.answer(message) } }
    }

    private static func answer<Message: Request>(
        _ request: IncomingRequest, in session: ClientSession,
        by handler: (Message, ClientSession) async throws -> Message.Result
    ) async throws -> [UInt8] {
        let message = try Message(params: request.params)
        guard message.neededAccess <= session.access else { throw ProtocolError.readOnly(method: request.method) }
        let result = try await handler(message, session)
        // A completed change is reported even if the request was cancelled.
        if message.neededAccess == .read { try Task.checkCancellation() }
        return LineEncoding.result(request.id, result, limit: session.limits.answerBytes)
    }
}
