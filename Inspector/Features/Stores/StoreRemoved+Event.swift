import StrobeProtocol

extension StoreRemoved: SessionNotification {
    var source: String? { nil }

    func take(in session: isolated Session) async -> Reception {
        session.remove(storeID: store)
        return .printed(StoreEvent(id: store, isThere: false))
    }
}
