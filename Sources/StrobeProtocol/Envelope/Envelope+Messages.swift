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

extension Envelope {
    /// The line of a notification, as `encode()` makes it.
    ///
    /// - Throws: `tooLarge` if the message is nested too deep to write.
    package static func line(
        of notification: some ProtocolNotification, with text: MessageText
    ) throws(ProtocolError) -> [UInt8] {
        let method = type(of: notification).method
        do {
            try text.write(notification) { line in
                line.append(text: #"{"jsonrpc":"2.0","method":"#)
                line.append(method)
                line.append(text: #","params":"#)
            }
        } catch {
            throw ProtocolError(error)
        }
        guard text.hasContent else { return Envelope.notification(method: method, params: [:]).encode() }
        text.line.append(text: "}\n")
        return text.line.take()
    }

    /// The line of a successful answer, as `encode()` makes it.
    ///
    /// - Throws: `tooLarge` over the limits, `internalError` if the content cannot be written.
    package static func line(
        id: RequestID, result: some Encodable, limits: TreeLimits
    ) throws(ProtocolError) -> [UInt8] {
        let text = MessageText(limits: limits)
        do {
            try text.write(result) { line in
                line.append(text: #"{"jsonrpc":"2.0","id":"#)
                line.append(id.value)
                line.append(text: #","result":"#)
            }
        } catch {
            throw ProtocolError(error)
        }
        text.line.append(text: "}\n")
        return text.line.take()
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
