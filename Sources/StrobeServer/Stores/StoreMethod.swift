internal import StrobeProtocol

/// A request about one store; its handler is an extension of its message, in `Methods`.
protocol StoreMethod: Request {
    /// The id of the store; `nil` for the only one.
    var store: String? { get }
    /// Whether the session attaches to the store, so that its history is kept from now on.
    static var attaches: Bool { get }
    /// Computes the answer, one request of a session at a time, in order of arrival.
    func answer<Adapter: StoreAdapter>(
        from store: InspectedStore<Adapter>, in session: any SessionIdentity
    ) async throws -> Result
    /// The last transition that it caused, which subscriptions report before the answer; `nil` if none.
    func transition(in result: Result) -> Int?
}

extension StoreMethod {
    static var attaches: Bool { true }
    func transition(in result: Result) -> Int? { nil }
}

extension StoreMethod where Result == StateReplacement {
    func transition(in result: StateReplacement) -> Int? { result.seq }
}
