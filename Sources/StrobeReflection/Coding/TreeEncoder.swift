public import StrobeTree

/// Turns Swift values into their JSON form.
///
/// The form is the one that `Node` shows, `TreeDecoder` reads and `Differ` reports.
public struct TreeEncoder: Sendable {
    /// The largest tree that is made.
    public var limits: TreeLimits
    /// What is hidden.
    public var redaction: Redaction
    /// Whether mutable objects are encoded, too.
    ///
    /// Only for values that no other code uses meanwhile; by default, such an object is an error.
    public var opensObjects: Bool

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - limits: The largest tree that is made.
    ///   - redaction: What is hidden.
    ///   - opensObjects: Whether objects that can change are encoded, too.
    public init(
        limits: TreeLimits = .default, redaction: Redaction = .none, opensObjects: Bool = false
    ) {
        self.limits = limits
        self.redaction = redaction
        self.opensObjects = opensObjects
    }

    /// Encodes a value.
    ///
    /// - Throws: `unencodable` if an `encode(to:)` throws, objects refer to each other in a circle, or there is an object that
    ///   can change; `tooLarge` over the limits. The error's path says where.
    /// - Complexity: O(*n*) in the number of nodes, and O(*k* log *k*) for dictionaries and sets of *k* entries.
    public func encode(_ value: any Encodable) throws(TreeError) -> Value {
        let cursor = RedactionCursor(redaction)
        var builder = ValueBuilder(
            mode: .strict, limits: limits, opensObjects: opensObjects, cursor: cursor, quick: DirectForms(cursor))
        return try builder.value(of: Child(any: value))
    }
}
