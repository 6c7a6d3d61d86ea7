package import StrobeTree

/// The answer to a request, as it came and as it was understood.
package struct Answer<Result: Sendable>: Sendable {
    /// The result object as the server sent it.
    package var raw: Value
    /// The same with types.
    package var result: Result

    /// Makes an answer of its two forms.
    ///
    /// - Parameters:
    ///   - raw: The result object.
    ///   - result: The same with types.
    package init(raw: Value, result: Result) {
        self.raw = raw
        self.result = result
    }
}
