package import StrobeTree

/// The answer to a request, raw and decoded.
package struct Answer<Result: Sendable>: Sendable {
    /// The result object, as sent by the server.
    package var raw: Value
    /// The decoded result.
    package var result: Result

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - raw: The result object.
    ///   - result: The decoded result.
    package init(raw: Value, result: Result) {
        self.raw = raw
        self.result = result
    }
}
