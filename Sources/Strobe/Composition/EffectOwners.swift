/// Collects, while a reducer runs, the parts of the state that its effects belong to: an effect ends with its part.
@usableFromInline
final class EffectOwners<State: Sendable> {
    /// For each effect, in order, whether its part is there; `nil` for one that belongs to no part that can go.
    private(set) var presences: [Presence<State>?] = []

    init() {}

    /// Adds effects that belong to no part.
    func add(unowned count: Int) {
        presences += repeatElement(nil, count: count)
    }

    /// Adds the effects of a part.
    ///
    /// - Parameters:
    ///   - owners: Of the part's effects.
    ///   - find: Finds the part.
    ///   - canGo: Whether the part may be missing.
    func add<Part>(
        _ owners: EffectOwners<Part>, of find: @escaping @Sendable (State) -> Part?, canGo: Bool
    ) {
        presences += owners.presences.map { presence in
            if presence == nil, !canGo { return nil }
            return Presence { state in
                guard let part = find(state) else { return false }
                return presence?.holds(part) ?? true
            }
        }
    }
}

/// Whether a part of a state is there.
@usableFromInline
struct Presence<State: Sendable>: Sendable {
    let holds: @Sendable (State) -> Bool
}
