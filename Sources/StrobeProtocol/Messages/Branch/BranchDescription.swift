/// One branch: a part of the log, replayed with edits.
public struct BranchDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "One branch: a part of the log, replayed with edits."
    public static let members: Members = [
        .required(\.id, "id", "The id in positions: `branch:ID`."),
        .optional(\.name, "name", "Its name, usable in place of the id."),
        .required(\.base, "base", "The seq at which it leaves the log."),
        .required(\.from, "from", in: .from(1), "The first entry of the log that is replayed."),
        .required(\.to, "to", "The last entry of the log that is replayed; less than `from` for none."),
        .required(\.seq, "seq", "The seq of the last entry of the branch; that of its first is `base` + 1."),
        .required(\.errors, "errors", "How many of its entries have an error."),
        .optional(\.firstError, "firstError", in: .from(1), "The first of these entries."),
        .required(\.edits, "edits", in: .elements(100), "The edits, as they would be typed; the first 100."),
        .optional(\.more, "more", in: .from(1), "How many edits there are beyond `edits`."),
    ]

    /// The id in positions: `branch:ID`.
    public var id: String
    /// Its name, usable in place of the id.
    public var name: String?
    /// The seq at which it leaves the log.
    public var base: Int
    /// The first entry of the log that is replayed.
    public var from: Int
    /// The last entry of the log that is replayed; less than `from` for none.
    public var to: Int
    /// The seq of the last entry of the branch; that of its first is `base` + 1.
    public var seq: Int
    /// How many of its entries have an error.
    public var errors: Int
    /// The first of these entries.
    public var firstError: Int?
    /// The edits, as they would be typed; the first 100.
    public var edits: [String]
    /// How many edits there are beyond `edits`.
    public var more: Int?

    /// Makes a description.
    public init(
        id: String, name: String? = nil, base: Int, from: Int, to: Int, seq: Int, errors: Int = 0,
        firstError: Int? = nil, edits: [String], more: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.base = base
        self.from = from
        self.to = to
        self.seq = seq
        self.errors = errors
        self.firstError = firstError
        self.edits = edits
        self.more = more
    }
}
