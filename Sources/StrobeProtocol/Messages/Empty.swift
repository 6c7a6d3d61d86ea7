/// An answer without content.
public struct Empty: Codable, Sendable, Hashable {
    /// Makes an empty answer.
    public init() {}
}
