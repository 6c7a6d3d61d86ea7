internal import StrobeProtocol

extension EffectList: StoreMethod {
    static var attaches: Bool { false }

    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) -> Result {
        let running = store.adapter.runningEffects
        let limit = store.limits.page
        return Result(
            effects: running.prefix(limit).map { ActionFormatter.describe($0, store.actions.redaction) },
            more: running.count > limit ? running.count - limit : nil)
    }
}

extension EffectCancel: StoreMethod {
    static var attaches: Bool { false }

    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) -> Result {
        Result(cancelled: store.adapter.cancelEffect(id))
    }
}
