internal import StrobeProtocol
internal import StrobeTree

/// A request as it came in, its parameters not yet looked at.
struct IncomingRequest: Sendable {
    let id: RequestID
    let method: String
    let params: Value.Object
}
