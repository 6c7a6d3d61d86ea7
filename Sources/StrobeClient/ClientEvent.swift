public import StrobeProtocol
public import StrobeTree

/// An event that the server sends without a request.
///
///     for await event in client.events {
///         switch event {
///         case .notification(let notification, _): print(notification)
///         case .dropped(let count): print("\(count) events came too fast")
///         case .closed(let reason): print("no more come: \(reason)")
///         default: break
///         }
///     }
public enum ClientEvent: Sendable {
    /// A notification of the protocol, with its raw parameters.
    case notification(any ProtocolNotification, params: Value.Object)
    /// A notification that this version of the protocol does not know, or that is not decoded.
    case unknown(method: String, params: Value.Object)
    /// The server answered with an error to a line whose request it could not identify.
    case serverError(ProtocolError)
    /// The server sent a line that is not a message of the protocol, for the given reason.
    case malformed(reason: String)
    /// This many events were dropped because they were not taken in time; their content must be requested again.
    case dropped(count: Int)
    /// The connection has ended; no events follow.
    case closed(ClientError)
}

extension ClientEvent {
    /// The event with its notification decoded, if it was not.
    public func decoded() -> ClientEvent {
        guard case .unknown(let method, let params) = self,
            let type = MethodRegistry.notifications.first(where: { $0.method == method })
        else { return self }
        do {
            return .notification(try type.init(params: params), params: params)
        } catch {
            return .malformed(reason: "The server sent a malformed \(method): \(error.message)")
        }
    }
}
