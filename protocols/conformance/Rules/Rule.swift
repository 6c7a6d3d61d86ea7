/// One rule of the specification.
public struct Rule: Sendable, Hashable {
    /// Its name in the specification: `framing.crlf`.
    public var id: String
    /// Its section in `protocols/v1/specification.md`.
    public var section: String
    /// Its text, in one sentence.
    public var text: String
}
