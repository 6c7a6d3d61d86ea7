internal import StrobeTree

/// A place in a store's history: its present, a seq, or a branch.
public enum Position: Sendable, Hashable {
    /// The present state.
    case live
    /// The state after the transition of that number; 0 is the initial state.
    case seq(Int)
    /// The end of a branch, by its id.
    case branch(String)
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
            } else if let text, text.hasPrefix("branch:"), text.count > 7 {
                self = .branch(String(text.dropFirst(7)))
            } else {
                throw TreeError(
                    .undecodable, "a position is a seq from 0, \"live\" or \"branch:ID\"",
                    expected: "a seq, \"live\" or \"branch:ID\"")
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .live: try container.encode("live")
        case .seq(let seq): try container.encode(seq)
        case .branch(let id): try container.encode("branch:\(id)")
        }
    }
}
