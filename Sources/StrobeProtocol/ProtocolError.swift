public import StrobeTree

/// An error as it goes over the wire.
public struct ProtocolError: Error, Sendable, Hashable {
    /// The number.
    public var code: ErrorCode
    /// What happened and what to do.
    public var message: String
    /// More for programs; `kind` is added when it is written.
    public var data: Value.Object

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The number.
    ///   - message: What happened and what to do, for people.
    ///   - data: More for programs, beside `kind`.
    public init(_ code: ErrorCode, _ message: String, data: Value.Object = [:]) {
        self.code = code
        self.message = message
        self.data = data
    }
}

extension ProtocolError: CustomStringConvertible {
    public var description: String { message }
}
