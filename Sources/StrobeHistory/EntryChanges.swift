internal import StrobeTree

/// The changes of single entries that were worked out before, as far as they are small.
struct EntryChanges {
    private var changes: [Int: [Change]] = [:]
    private var order: [Int] = []
    private var next = 0
    private static let limit = 1_024
    private static let nodeLimit = 256

    subscript(seq: Int) -> [Change]? { changes[seq] }

    /// Keeps the changes of an entry, in place of the oldest kept, unless they are large.
    mutating func keep(_ new: [Change], seq: Int) {
        var budget = Self.nodeLimit
        for change in new where budget > 0 {
            budget -= 1
            if let value = change.value { value.spend(&budget) }
            if let old = change.old { old.spend(&budget) }
        }
        guard budget > 0, changes.updateValue(new, forKey: seq) == nil else { return }
        if order.count < Self.limit {
            order.append(seq)
        } else {
            changes[order[next]] = nil
            order[next] = seq
            next = (next + 1) % Self.limit
        }
    }
}

extension Value {
    /// Takes the number of nodes in the value (and a part for its text) off a budget, and stops when that is used up.
    fileprivate func spend(_ budget: inout Int) {
        guard budget > 0 else { return }
        budget -= 1
        switch self {
        case .string(let text): budget -= text.utf8.count / 64
        case .array(let elements): for element in elements where budget > 0 { element.spend(&budget) }
        case .object(let members):
            guard members.count <= budget else { return budget = 0 }
            for (_, value) in members where budget > 0 { value.spend(&budget) }
        default: break
        }
    }
}
