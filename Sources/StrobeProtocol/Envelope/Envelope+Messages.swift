public import StrobeTree

extension Envelope {
    /// A request of its message.
    ///
    /// - Throws: `tooLarge` if the message is nested deeper than can be written.
    public static func request(id: RequestID, _ request: some Request) throws(ProtocolError) -> Envelope {
        .request(id: id, method: type(of: request).method, params: try request.params())
    }

    /// A notification of its message.
    ///
    /// - Throws: `tooLarge` if the message is nested deeper than can be written.
    public static func notification(_ notification: some ProtocolNotification) throws(ProtocolError) -> Envelope {
        .notification(method: type(of: notification).method, params: try notification.params())
    }

    /// A successful answer of its content.
    ///
    /// - Throws: `tooLarge` over the limits, `internalError` if the content cannot be written.
    public static func result(
        id: RequestID, of result: some Encodable, limits: TreeLimits = .default
    ) throws(ProtocolError) -> Envelope {
        do {
            return .result(id: id, try TreeEncoder(limits: limits, omitsNil: true).encode(result))
        } catch {
            throw ProtocolError(error)
        }
    }
}

extension Request {
    /// Reads the message from `params`.
    ///
    /// - Throws: `invalidParams` with the path inside `params`, what was expected there and the nearest name.
    public init(params: Value.Object) throws(ProtocolError) {
        self = try ParameterReader(method: Self.method, members: Self.parameters).read(Self.self, from: params)
        try check()
    }

    /// The members of `params`.
    ///
    /// - Throws: `tooLarge` if the message is nested deeper than can be written.
    public func params() throws(ProtocolError) -> Value.Object {
        try ParameterReader.write(self)
    }

    /// Reads an answer to this kind of message.
    ///
    /// - Throws: `internalError` if the answer is not what the protocol says, a number out of range included.
    public static func result(from value: Value) throws(ProtocolError) -> Result {
        do {
            return try TreeDecoder(limits: .message).decode(Result.self, from: value)
        } catch {
            throw ProtocolError(
                .internalError, "The answer to \(method) is not what the protocol says: \(error.message)",
                data: ProtocolError.data(of: error))
        }
    }
}

extension ProtocolNotification {
    /// Reads the message from `params`.
    ///
    /// - Throws: `invalidParams` with the path inside `params`, what was expected there and the nearest name.
    public init(params: Value.Object) throws(ProtocolError) {
        self = try ParameterReader(method: Self.method, members: Self.parameters)
            .read(Self.self, from: params, limits: .message)
    }

    /// The members of `params`.
    ///
    /// - Throws: `tooLarge` if the message is nested deeper than can be written.
    public func params() throws(ProtocolError) -> Value.Object {
        try ParameterReader.write(self)
    }
}

extension TreeLimits {
    /// What holds for the integers of a message: nobody who reads one has to fear that reckoning with them overflows.
    fileprivate static let message = TreeLimits(maxInteger: WireInteger.greatest)
}
