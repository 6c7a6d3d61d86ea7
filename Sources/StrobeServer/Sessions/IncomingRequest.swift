internal import StrobeProtocol
internal import StrobeTree

/// A received request, whose parameters are not decoded yet.
struct IncomingRequest: Sendable {
    let id: RequestID
    let method: String
    let params: Value.Object
}
