public import StrobeTree

extension Envelope {
    /// Makes a request from its message.
    ///
    /// - Throws: `tooLarge` if the message is nested too deep to write.
    public static func request(id: RequestID, _ request: some Request) throws(ProtocolError) -> Envelope {
        .request(id: id, method: type(of: request).method, params: try request.params())
    }

    /// Makes a notification from its message.
    ///
    /// - Throws: `tooLarge` if the message is nested too deep to write.
    public static func notification(_ notification: some ProtocolNotification) throws(ProtocolError) -> Envelope {
        .notification(method: type(of: notification).method, params: try notification.params())
    }

    fileprivate static func params(of message: some Encodable) throws(ProtocolError) -> Value.Object {
        do {
            guard case .object(let members) = try MessageEncoder().encode(message) else { return [:] }
            return members
        } catch {
            throw ProtocolError(error)
        }
    }

    /// Makes a successful answer from its content.
    ///
    /// - Throws: `tooLarge` over the limits, `internalError` if the content cannot be written.
    public static func result(
        id: RequestID, of result: some Encodable, limits: TreeLimits = .default
    ) throws(ProtocolError) -> Envelope {
        do {
            return .result(id: id, try MessageEncoder(limits: limits).encode(result))
        } catch {
            throw ProtocolError(error)
        }
    }
}

extension Request {
    /// Reads the message from `params`.
    ///
    /// - Throws: `invalidParams` with the path inside `params`, what is expected there and the nearest name.
    public init(params: Value.Object) throws(ProtocolError) {
        self = try ParameterReader(method: Self.method).read(from: params)
        try checkRanges()
        try check()
    }

    /// The members of `params`.
    ///
    /// - Throws: `tooLarge` if the message is nested too deep to write.
    public func params() throws(ProtocolError) -> Value.Object {
        try Envelope.params(of: self)
    }

    /// Reads an answer to this kind of message.
    ///
    /// - Throws: `internalError` if the answer does not follow the protocol, for instance if a number is out of range.
    public static func result(from value: Value) throws(ProtocolError) -> Result {
        do {
            return try MessageDecoder(limits: .message).decode(Result.self, from: value)
        } catch {
            throw ProtocolError(
                .internalError, "The answer to \(method) does not follow the protocol: \(error.message)",
                data: ProtocolError.data(of: error))
        }
    }
}

extension ProtocolNotification {
    /// Reads the message from `params`.
    ///
    /// - Throws: `invalidParams` with the path inside `params`, what is expected there and the nearest name.
    public init(params: Value.Object) throws(ProtocolError) {
        self = try ParameterReader(method: Self.method).read(from: params, limits: .message)
    }

    /// The members of `params`.
    ///
    /// - Throws: `tooLarge` if the message is nested too deep to write.
    public func params() throws(ProtocolError) -> Value.Object {
        try Envelope.params(of: self)
    }
}

extension TreeLimits {
    /// Checks the integers of a message, so that arithmetic on them cannot overflow.
    fileprivate static let message = TreeLimits(maxInteger: WireInteger.greatest)
}
