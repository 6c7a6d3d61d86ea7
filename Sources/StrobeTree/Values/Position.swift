/// A position in a store's history: the live state, a seq, or a branch.
public enum Position: Sendable, Hashable {
    /// The live state.
    case live
    /// The state after the transition with that seq; 0 is the initial state.
    case seq(Int)
    /// The state of a branch, by its id or name, after one of its entries; default: its last.
    ///
    /// Before the seq at which the branch leaves the log, its states are those of the log.
    case branch(String, at: Int? = nil)

    /// The state after the transition with a seq; the live state if `nil`.
    public init(_ seq: Int?) {
        self = seq.map { .seq($0) } ?? .live
    }
}

extension Position {
    /// A branch as `branch:2` or `branch:2@17`; `nil` if the text is something else.
    public init?(branch text: String) {
        guard text.hasPrefix("branch:") else { return nil }
        let name = text.dropFirst(7)
        guard let mark = name.lastIndex(of: "@") else {
            guard !name.isEmpty else { return nil }
            self = .branch(String(name))
            return
        }
        guard mark > name.startIndex, let seq = Int(name[name.index(after: mark)...]), seq >= 0 else { return nil }
        self = .branch(String(name[..<mark]), at: seq)
    }
}

extension Position: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .live
        } else if let seq = try? container.decode(Int.self), seq >= 0 {
            self = .seq(seq)
        } else {
            let text = try? container.decode(String.self)
            if text == "live" {
                self = .live
            } else if let text, let branch = Position(branch: text) {
                self = branch
            } else {
                throw TreeError(
                    .undecodable, "A position is a seq from 0, \"live\", \"branch:ID\" or \"branch:ID@SEQ\".",
                    expected: "a seq, \"live\", \"branch:ID\" or \"branch:ID@SEQ\"")
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .live: try container.encode("live")
        case .seq(let seq): try container.encode(seq)
        case .branch(let id, let seq): try container.encode("branch:\(id)" + (seq.map { "@\($0)" } ?? ""))
        }
    }
}
