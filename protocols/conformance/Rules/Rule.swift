/// One rule of the specification that a server is held to.
public struct Rule: Sendable, Hashable {
    /// Its name, as the specification has it: `framing.crlf`.
    public var id: String
    /// The section of `protocols/v1/specification.md` that it belongs to.
    public var section: String
    /// What it says, in a sentence.
    public var text: String
}
