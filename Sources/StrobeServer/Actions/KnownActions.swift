internal import StrobeReflection
internal import StrobeTree
internal import Synchronization

/// How the last actions were described, for those that are the same again.
final class KnownActions<Action: Sendable>: Sendable {
    typealias Description = (value: Value?, label: String)

    /// How many are kept: a power of two.
    private static var count: Int { 256 }

    /// By the bits of the action; empty if these are not all there is to it.
    private let slots: Mutex<[KnownAction?]>
    private let areKept: Bool

    init() {
        areKept = InlineBits.describe(Action.self)
        slots = Mutex(areKept ? Array(repeating: nil, count: Self.count) : [])
    }

    /// The description of an action.
    ///
    /// - Parameter describe: Makes it; not called again for an action with the same bits.
    func description(of action: Action, _ describe: (Action) -> Description) -> Description {
        guard areKept else { return describe(action) }
        let bits = InlineBits(of: action)
        let slot = bits.slot(of: Self.count)
        if let known = slots.withLock({ $0[slot] }), known.bits == bits { return known.description }
        let description = describe(action)
        slots.withLock { $0[slot] = KnownAction(bits: bits, description: description) }
        return description
    }
}

/// Apart from the class, whose code would look the types of what it keeps up each time.
private struct KnownAction: Sendable {
    var bits: InlineBits
    var description: (value: Value?, label: String)
}
