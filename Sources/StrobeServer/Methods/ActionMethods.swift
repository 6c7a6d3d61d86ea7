internal import Strobe
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

extension ActionSchema: StoreMethod {
    static var attaches: Bool { false }

    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) -> Result {
        Result(schema: store.actions.schema, state: store.adapter.stateSchema)
    }
}

extension ActionDispatch: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        guard dryRun != true else {
            let point = try store.position(of: at, "at")
            try store.checkRunning()
            return try await store.dryRun(try store.read(action), at: point, ifSeq: ifSeq)
        }
        if isReplayed, !store.sharing.replay.belongs(to: session) {
            throw ProtocolError(
                .invalidParams,
                "`origin: app` and `cause` are allowed only in a replay that this session began: send "
                    + "\(ReplayBegin.method) first.",
                data: [
                    "path": cause != nil ? "/cause" : "/origin", "expected": "a replay of this session",
                ])
        }
        try store.checkRunning()
        return try await store.dispatch(
            try store.read(action), weighing: Footprint.bytes(of: action),
            origin: origin.flatMap(Origin.init(rawValue:)) ?? .inspector, cause: cause, ifSeq: ifSeq)
    }

    func transition(in result: Result) -> Int? { dryRun == true ? nil : result.seq }
}
