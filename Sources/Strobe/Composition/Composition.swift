/// What a reducer is made of, which its store looks up once: how it reduces, whether it has parts that can go, and the
/// machines among its parts.
@usableFromInline
struct Composition<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    @usableFromInline typealias Body = @Sendable (inout State, Action) throws -> [Effect]
    /// Reduces, and adds who owns each effect, where that is asked for.
    @usableFromInline typealias OwnedBody = @Sendable (inout State, Action, EffectOwners<State>?) throws -> [Effect]

    @usableFromInline let body: Body
    /// `nil` if no effect belongs to a part that can go.
    let ownedBody: OwnedBody?
    @usableFromInline let machines: [MachinePart<Action>]
    /// What it was declared as, if it is a machine and nothing else.
    @usableFromInline var declaration: MachineDeclaration?

    /// Reduces a part of another state.
    ///
    /// - Parameters:
    ///   - owners: Gets the owners of the effects, if they are asked for.
    ///   - find: Finds the part in a state.
    ///   - canGo: Whether the part may be missing.
    func reduce<Whole>(
        _ state: inout State, _ action: Action, for owners: EffectOwners<Whole>?,
        at find: @autoclosure () -> @Sendable (Whole) -> State?, canGo: Bool
    ) throws -> [Effect] {
        guard let owners else { return try body(&state, action) }
        let own = EffectOwners<State>()
        let effects = try reduce(&state, action, for: own)
        owners.add(own, of: find(), canGo: canGo)
        return effects
    }

    /// Reduces, and adds the owners of the effects, if they are asked for.
    func reduce(_ state: inout State, _ action: Action, for owners: EffectOwners<State>?) throws -> [Effect] {
        if let ownedBody { return try ownedBody(&state, action, owners) }
        let effects = try body(&state, action)
        owners?.add(unowned: effects.count)
        return effects
    }
}

/// A reducer that knows what it is made of.
protocol CompositeReducer<State, Action, Effect>: Reducer {
    var ownComposition: Composition<State, Action, Effect> { get }
}

extension Reducer {
    /// Whether there can be effects, which may end with a part: a store need not look for their owners otherwise.
    static var hasEffects: Bool { Effect.self != Never.self }

    /// What it is made of; of a type of the program, nothing is known but what its `body` says.
    @inlinable var composition: Composition<State, Action, Effect> {
        // The closure is made where the type is known.
        composition(otherwise: { state, action in try reduce(&state, action) })
    }

    @usableFromInline
    func composition(
        otherwise body: @escaping Composition<State, Action, Effect>.Body
    ) -> Composition<State, Action, Effect> {
        if let known = self as? any CompositeReducer<State, Action, Effect> { return known.ownComposition }
        if let composed = self as? any ComposedReducer<State, Action, Effect> { return composed.bodyComposition }
        return Composition(body: body, ownedBody: nil, machines: [])
    }
}
