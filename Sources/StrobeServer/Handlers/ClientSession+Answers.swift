internal import StrobeProtocol

extension Initialize: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        throw ProtocolError(.invalidRequest, "This session is open already; initialize is the first message only.")
    }
}

extension Ping: Answering {
    func answer(in session: ClientSession) async throws -> Empty { Empty() }
}

extension Shutdown: Answering {
    func answer(in session: ClientSession) async throws -> Empty {
        session.endAfterAnswer()
        return Empty()
    }
}

extension ProtocolDescribe: Answering {
    func answer(in session: ClientSession) async throws -> Result { MethodRegistry.description }
}
