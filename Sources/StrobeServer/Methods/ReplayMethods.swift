internal import Strobe
internal import StrobeProtocol

extension ReplayBegin: StoreMethod {
    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) throws(ProtocolError) -> Result {
        let replay = ReplayDescription(effects: effects, source: source)
        try store.sharing.replay.begin(by: session, into: store.id) { () throws(ProtocolError) in
            try store.setReplay(ReplayInfo(replay))
        }
        let seq = store.seq
        session.announceToAll(ReplayChanged(store: store.id, seq: seq, replaying: replay))
        return Result(seq: seq, replaying: replay)
    }
}

extension ReplayEnd: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) -> Result {
        Result(seq: store.seq, ended: store.endReplay(of: session))
    }
}
