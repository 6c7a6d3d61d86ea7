internal import StrobeReflection

/// Whether a reducer can be run on copies of states without writing to what the program uses.
///
/// A copy of a state refers to the same objects. A reducer that writes to one would write to the program's; so would
/// one that is given an action with an object in it. For most stores types decide this once; behind protocols, the
/// values are examined.
public struct ReplaySafety<State: Sendable, Action: Sendable>: Sendable {
    /// Why states are never replayed; `nil` if they may be.
    public let refusal: String?
    /// Whether states are copied with their objects.
    let copies: Bool
    /// Whether each state, each action, must be examined.
    let looksAtStates: Bool
    package let looksAtActions: Bool

    /// Examines the types.
    public init() {
        copies = State.self is any StateCopying.Type
        refusal = copies ? nil : MutablePart.first(inType: State.self).map { Self.refusal("the state", $0) }
        looksAtStates = !copies && MutablePart.dependsOnValue(State.self)
        looksAtActions = MutablePart.mayBe(in: Action.self)
    }

    /// Why nothing may be replayed on a state; `nil` if it may.
    ///
    /// - Complexity: O(1) for most types, else O(*n*) in the parts behind protocols.
    public func refusal(of state: State) -> String? {
        if let refusal { return refusal }
        return looksAtStates ? MutablePart.first(in: state).map { Self.refusal("the state", $0) } : nil
    }

    /// Why an action may not be replayed; `nil` if it may.
    public func refusal(of action: Action) -> String? {
        looksAtActions ? MutablePart.first(in: action).map { Self.refusal("the action", $0) } : nil
    }

    /// A copy of a state that shares nothing mutable with it; `nil` if there is none.
    public func detached(_ state: State) -> State? {
        guard copies else { return refusal(of: state) == nil ? state : nil }
        func copy(_ state: some StateCopying) -> State? { state.copyForReplay() as? State }
        return (state as? any StateCopying).flatMap { copy($0) }
    }

    /// A state to set in the program: with copies of its objects, if they can be copied, so that what the program
    /// writes to them does not change the past.
    public func copied(_ state: State) -> State { copies ? detached(state) ?? state : state }

    /// A reducer that does not touch the program's objects: a state with its objects is copied first, and an action
    /// with an object in it does nothing.
    func guarding<Effect>(
        _ reduce: @escaping @Sendable (inout State, Action) throws -> [Effect]
    ) -> @Sendable (inout State, Action) throws -> [Effect] {
        guard copies || looksAtActions else { return reduce }
        return { state, action in
            guard refusal(of: action) == nil else { return [] }
            if copies {
                guard let copy = detached(state) else { return [] }
                state = copy
            }
            return try reduce(&state, action)
        }
    }

    /// Whether a reducer must be guarded one action at a time.
    var guardsEachAction: Bool { copies || looksAtActions }

    private static func refusal(_ whole: String, _ part: MutablePart) -> String {
        switch part.kind {
        case .object: "\(whole) holds a mutable object, \(part)"
        case .closure: "\(whole) holds a closure, which may change objects, \(part)"
        case .unknown: "\(whole) holds a value that may be mutable, \(part)"
        }
    }
}
