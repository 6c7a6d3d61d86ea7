/// What effects, middleware and thunks ask of their store.
@usableFromInline
enum StoreRequest<Action: Sendable>: Sendable {
    /// To reduce an action.
    case action(Action)
    /// To run some work as an effect.
    case work(EffectID, EffectSchedule, @Sendable (EffectLife) async -> Void)
}
