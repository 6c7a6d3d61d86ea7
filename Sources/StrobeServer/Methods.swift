internal import StrobeProtocol

/// A request that this server answers; each handler is an extension of its message.
protocol Answering: Request {
    /// Computes the answer, one request of a session at a time, in order of arrival.
    func answer(in session: ClientSession) async throws -> Result
}

/// The table of methods and their handlers.
enum Methods {
    private static let table: [String: any Answering.Type] = {
        let types = MethodRegistry.requests.compactMap { $0 as? any Answering.Type }
        return Dictionary(types.map { ($0.method, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    /// The methods that are answered, in the order of the specification.
    static let answered = MethodRegistry.requests.map { $0.method }.filter { table[$0] != nil }

    /// Answers a request.
    ///
    /// - Returns: The line of the answer, which may be an error.
    static func answer(_ request: IncomingRequest, in session: ClientSession) async -> [UInt8] {
        do {
            try Task.checkCancellation()
            guard let type = table[request.method] else { throw ProtocolError.unanswered(method: request.method) }
            return try await answer(request, as: type, in: session)
        } catch {
            return LineEncoding.failure(request.id, ProtocolError(describing: error))
        }
    }

    private static func answer<Message: Answering>(
        _ request: IncomingRequest, as type: Message.Type, in session: ClientSession
    ) async throws -> [UInt8] {
        let message = try type.init(params: request.params)
        guard message.neededAccess <= session.access else { throw ProtocolError.readOnly(method: request.method) }
        let result = try await message.answer(in: session)
        // A change that was made is reported in any case.
        if message.neededAccess == .read { try Task.checkCancellation() }
        return LineEncoding.result(request.id, result, limit: session.server.configuration.limits.answerBytes)
    }
}
