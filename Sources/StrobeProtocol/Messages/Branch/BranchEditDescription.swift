public import StrobeTree

/// One way in which a branch differs from the log; all numbers are those of the log.
public enum BranchEditDescription: Sendable, Hashable {
    /// Leaves entries out.
    case skip(ClosedRange<Int>)
    /// Reduces another action in place of an entry.
    case replace(Int, action: Value)
    /// Reduces an action before an entry.
    case insert(before: Int, action: Value)
    /// Reduces an entry before another one.
    case move(Int, before: Int)

    /// Whether it has an action that is not in the log.
    var bringsAction: Bool {
        switch self {
        case .replace, .insert: true
        case .skip, .move: false
        }
    }
}

extension BranchEditDescription: Codable, MemberType {
    public static var form: MemberForm { .named("BranchEdit") }

    private enum CodingKeys: String, CodingKey { case skip, replace, insert, move, action, before }

    private static let forms = "{skip}, {replace, action}, {insert, action} or {move, before}"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kinds = [CodingKeys.skip, .replace, .insert, .move].filter { container.contains($0) }
        guard let kind = kinds.first, kinds.count == 1 else {
            throw TreeError(.undecodable, "An edit of a branch is one of \(Self.forms).", expected: Self.forms)
        }
        func action() throws -> Value {
            guard container.contains(.action) else {
                throw TreeError(.undecodable, "`\(kind.rawValue)` needs an `action`.", expected: Self.forms)
            }
            return try container.decode(Value.self, forKey: .action)
        }
        switch kind {
        case .skip: self = .skip(try Self.range(in: container))
        case .replace: self = .replace(try container.decode(Int.self, forKey: kind), action: try action())
        case .insert: self = .insert(before: try container.decode(Int.self, forKey: kind), action: try action())
        default:
            self = .move(
                try container.decode(Int.self, forKey: kind), before: try container.decode(Int.self, forKey: .before))
        }
    }

    /// A seq, or the first and the last of a range.
    private static func range(in container: KeyedDecodingContainer<CodingKeys>) throws -> ClosedRange<Int> {
        if let seq = try? container.decode(Int.self, forKey: .skip) { return seq...seq }
        let bounds = try? container.decode([Int].self, forKey: .skip)
        guard let bounds, bounds.count == 2, bounds[0] <= bounds[1] else {
            throw TreeError(
                .undecodable, "`skip` is a seq, or [FROM, TO] with the lower one first.",
                path: Path(container.codingPath.map(\.stringValue) + ["skip"]), expected: "a seq or [FROM, TO]")
        }
        return bounds[0]...bounds[1]
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .skip(let seqs) where seqs.lowerBound == seqs.upperBound:
            try container.encode(seqs.lowerBound, forKey: .skip)
        case .skip(let seqs): try container.encode([seqs.lowerBound, seqs.upperBound], forKey: .skip)
        case .replace(let seq, let action):
            try container.encode(seq, forKey: .replace)
            try container.encode(action, forKey: .action)
        case .insert(let before, let action):
            try container.encode(before, forKey: .insert)
            try container.encode(action, forKey: .action)
        case .move(let seq, let before):
            try container.encode(seq, forKey: .move)
            try container.encode(before, forKey: .before)
        }
    }
}
