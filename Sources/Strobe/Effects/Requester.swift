/// The source of an action from outside the reducer: an effect, a middleware, a thunk.
@usableFromInline
struct Requester: Sendable {
    /// The transition that it was called for.
    @usableFromInline var cause: Int?
    /// The place of its actions among answers to answers.
    @usableFromInline var link: DispatchDepth
    /// The effect, where it can be cancelled.
    @usableFromInline var life: EffectLife?
    /// Lets an effect, by its number, end with the part of the state that owns it, and returns whether it may begin; `nil`
    /// where no part does.
    @usableFromInline var bind: (@Sendable (Int) -> Bool)?

    @inlinable
    init(
        cause: Int?, link: DispatchDepth, life: EffectLife? = nil, bind: (@Sendable (Int) -> Bool)? = nil
    ) {
        self.cause = cause
        self.link = link
        self.life = life
        self.bind = bind
    }

    /// The same with an effect that can be cancelled.
    func living(_ life: EffectLife) -> Requester {
        Requester(cause: cause, link: link, life: life, bind: bind)
    }
}
