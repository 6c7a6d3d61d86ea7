internal import StrobeReflection
internal import StrobeTree

/// The changes of single entries that were computed before, within a limit.
///
/// Those of a store that is replayed can be computed again: only few, small ones are kept. For other stores, they are
/// all that is left of an entry once its states are dropped.
struct EntryChanges {
    private var changes: [Int: [Change]] = [:]
    private var sizes: [Int: Int] = [:]
    /// The numbers, oldest first; those before `next` are dropped.
    private var order: [Int] = []
    private var next = 0
    private let limit: Int
    private let nodeLimit: Int
    /// How many bytes may be held.
    let byteLimit: Int
    /// How many bytes are held.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - nodeLimit: How large the changes of one entry may be.
    ///   - byteLimit: How many bytes they may hold together.
    init(limit: Int, nodeLimit: Int, byteLimit: Int) {
        self.limit = limit
        self.nodeLimit = nodeLimit
        self.byteLimit = byteLimit
    }

    /// For a store that is replayed.
    static func computed(_ options: HistoryOptions) -> EntryChanges {
        EntryChanges(limit: 1_024, nodeLimit: 256, byteLimit: options.budgetBytes / 16)
    }

    /// For a store that is not.
    static func irreplaceable(_ options: HistoryOptions) -> EntryChanges {
        EntryChanges(limit: 1 << 20, nodeLimit: 10_000, byteLimit: options.budgetBytes / 4)
    }

    subscript(seq: Int) -> [Change]? { changes[seq] }

    /// Keeps the changes of an entry instead of the oldest kept, unless they are large.
    mutating func keep(_ new: [Change], seq: Int, _ footprint: Footprint) {
        var budget = nodeLimit
        for change in new where budget > 0 {
            budget -= 1
            if let value = change.value { value.spend(&budget) }
            if let old = change.old { old.spend(&budget) }
        }
        guard budget > 0, changes[seq] == nil else { return }
        // Two entries in tables, and one in a list.
        let size = footprint.bytes(of: new) + 64
        changes[seq] = new
        sizes[seq] = size
        bytes += size
        order.append(seq)
        while changes.count > limit || bytes > byteLimit { dropOldest() }
    }

    /// Replaces values that are now hidden by placeholders.
    mutating func hide(_ redaction: Redaction) {
        changes = changes.mapValues { $0.map(redaction.hiding) }
    }

    /// Drops those of entries before a number.
    mutating func drop(before seq: Int) {
        for known in order[next...] where known < seq { forget(known) }
        order = order[next...].filter { $0 >= seq }
        next = 0
    }

    private mutating func dropOldest() {
        guard next < order.count else { return }
        forget(order[next])
        next += 1
        if next > 1_024, next > order.count / 2 {
            order.removeFirst(next)
            next = 0
        }
    }

    private mutating func forget(_ seq: Int) {
        changes[seq] = nil
        bytes -= sizes.removeValue(forKey: seq) ?? 0
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
