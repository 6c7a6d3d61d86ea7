import StrobeTree

/// The answer to a request, as it came and as it was understood.
struct Answer<Result: Sendable>: Sendable {
    /// The result object as the server sent it.
    var raw: Value
    /// The same with types.
    var result: Result
}
